internal import Composition
internal import Export
internal import MediaTime

/// A clip, or the part of it that `--trim` names.
struct TrimmedClip {
    let media: MediaDescription
    let trim: TimeRangeExpression?

    /// The part at its own speed.
    func composition() throws -> Composition {
        var composition = Composition()
        try composition.insert(try range(), of: media.asset, at: .zero)
        return composition
    }

    /// The part, in asset time.
    private func range() throws -> TimeRange {
        let asset = media.asset
        guard !asset.tracks.isEmpty, asset.duration > .zero else {
            throw Failure(status: .damagedInput, message: "\(media.path) holds neither picture nor sound")
        }
        guard let trim else { return try TimeRange(start: .zero, end: asset.duration) }
        let start = try trim.start.map(instant) ?? .zero
        let end = try trim.end.map(instant) ?? asset.duration
        guard start < end else {
            throw Failure(
                status: .usage,
                message: "the range to export is empty: it begins at \(start) and ends at \(end)"
            )
        }
        guard start < asset.duration else {
            throw Failure(
                status: .usage,
                message: "the range to export begins at \(start.clock), but \(media.path) lasts \(asset.duration.clock)"
            )
        }
        return try TimeRange(start: start, end: min(end, asset.duration))
    }

    private func instant(_ expression: TimeExpression) throws -> RationalTime {
        switch expression {
        case .time(let time): return time
        case .frame(let number):
            guard let video = media.mainVideo else {
                throw Failure(status: .usage, message: "\(media.path) has no pictures: \(number)f means nothing there")
            }
            guard let instant = try FrameLookup(media: media, track: video).instant(ofFrame: number) else {
                throw Failure(status: .usage, message: "\(media.path) has no frame \(number)")
            }
            return instant
        case .moment:
            throw Failure(status: .usage, message: "no moment was named")
        }
    }
}
