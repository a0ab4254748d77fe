internal import Composition
internal import Export
internal import MediaTime
internal import Sidecar

/// Clips one after another, and what is done to their time before the whole is retimed.
struct EditedClips {
    let inputs: [MediaDescription]
    let trim: TimeRangeExpression?
    let edits: [EditExpression]
    /// What `at` stands for in the trim and the edits.
    let anchor: TimeExpression?
    /// A phone's side file with slow-motion marks, by its path.
    let sidecar: String?
    /// What the user should know.
    private(set) var warnings: [String] = []

    init(
        _ inputs: [MediaDescription],
        trim: TimeRangeExpression?,
        edits: [EditExpression],
        anchor: TimeExpression?,
        sidecar: String? = nil
    ) throws {
        for input in inputs where input.asset.tracks.isEmpty || input.asset.duration <= .zero {
            throw Failure(status: .damagedInput, message: "\(input.path) holds neither video nor audio")
        }
        self.inputs = inputs
        self.trim = trim
        self.edits = edits
        self.anchor = anchor
        self.sidecar = sidecar
    }

    /// Edits are in the time of the inputs: what is cut off before is still counted.
    mutating func composition() throws -> Composition {
        var composition = try Composition(inputs.map(\.asset))
        let range = try trimmedRange(of: composition)
        try composition.remove(TimeRange(start: range.end, end: composition.duration))
        try composition.remove(TimeRange(start: .zero, end: range.start))
        try composition.apply(edits(of: range), from: range.start)
        return composition
    }

    private mutating func edits(of range: TimeRange) throws -> [Edit] {
        var resolved: [Edit] = []
        for expression in edits {
            if let edit = try expression.edit(of: range, instant) {
                resolved.append(edit)
            } else {
                warnings.append("the edit \(expression) lies beyond what is played, and is left out")
            }
        }
        guard let sidecar else { return resolved }
        return resolved + (try SlowMotionSidecar(ofFile: sidecar).edits(of: range))
    }

    private func trimmedRange(of composition: Composition) throws -> TimeRange {
        let duration = composition.duration
        guard let trim else { return try TimeRange(start: .zero, end: duration) }
        let start = try trim.start.map(instant) ?? .zero
        let end = try trim.end.map(instant) ?? duration
        guard start < end else {
            throw Failure(
                status: .usage,
                message: "the range to export is empty: it begins at \(start) and ends at \(end)"
            )
        }
        guard start < duration else {
            throw Failure(
                status: .usage,
                message: "the range to export begins at \(start.clock), but \(name) lasts \(duration.clock)"
            )
        }
        // Only what is relative to the anchor can lie before the beginning.
        return try TimeRange(start: max(.zero, start), end: min(end, duration))
    }

    private var name: String { inputs.count == 1 ? inputs[0].path : "all that is played" }

    /// An instant of all inputs one after another; frames are counted in the first.
    private func instant(_ expression: TimeExpression) throws -> RationalTime {
        switch expression {
        case .time(let time): return time
        case .frame(let number):
            let media = inputs[0]
            guard let video = media.mainVideo else {
                throw Failure(status: .usage, message: "\(media.path) has no frames: \(number)f means nothing there")
            }
            guard let instant = try FrameLookup(media: media, track: video).instant(ofFrame: number) else {
                throw Failure(status: .usage, message: "\(media.path) has no frame \(number)")
            }
            return instant
        case .anchor(let offset):
            return try resolvedMoment() + offset
        }
    }

    private func resolvedMoment() throws -> RationalTime {
        guard let anchor else { throw Failure(status: .usage, message: "no anchor was named: --at is missing") }
        let resolved = try instant(anchor)
        let duration = try Composition(inputs.map(\.asset)).duration
        guard resolved <= duration else {
            throw Failure(
                status: .usage,
                message: "the moment \(resolved.clock) is not in \(name), which lasts \(duration.clock)"
            )
        }
        return resolved
    }
}
