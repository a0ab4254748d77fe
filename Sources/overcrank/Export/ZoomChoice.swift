internal import Export
internal import MediaTime

/// The zooms that are asked for, at their instants.
struct ZoomChoice {
    /// `nil` where there are none.
    let zoom: FrameZoom?
    private(set) var warnings: [String] = []

    /// Finds the instants of zooms. A view that stays the same behind the end ends with it, and so does any zoom that is relative to the
    /// anchor; one of these that begins behind the end is left out.
    ///
    /// - Parameters:
    ///   - zooms: As they were written.
    ///   - clips: The clips, which have the time of the source.
    ///   - duration: That of the result.
    /// - Throws: ``Failure`` for instants that there are not, and for zooms of two clocks; `ExportError`.
    init(_ zooms: [ZoomExpression], _ clips: ClipClock, lasting duration: RationalTime) throws {
        guard let clock = zooms.first?.clock else {
            zoom = nil
            return
        }
        guard zooms.allSatisfy({ $0.clock == clock }) else {
            throw Failure(
                status: .usage,
                message: "zooms are all in the time of the source, or all in that of the result"
            )
        }
        let (last, name) = clock == .source ? (clips.duration, clips.name) : (duration, "the result")
        var ramps: [FrameZoom.Ramp] = []
        for zoom in zooms {
            func instant(_ expression: TimeExpression?, or end: RationalTime) throws -> RationalTime {
                switch (clock, expression) {
                case (_, .none): return end
                case (.source, .some(let expression)): return try clips.instant(expression)
                case (.target, .some(.time(let time))): return time
                case (.target, .some):
                    throw Failure(
                        status: .usage,
                        message: "the zoom \(zoom) is in the time of the result, which has neither frames nor an anchor"
                    )
                }
            }
            let start = try instant(zoom.range.start, or: .zero)
            let end = try instant(zoom.range.end, or: last)
            guard start <= end || zoom.range.end == nil else {
                throw Failure(status: .usage, message: "the zoom \(zoom) ends before it begins")
            }
            let isAnchored = zoom.range.isAnchored
            if isAnchored, start >= last {
                warnings.append("the zoom \(zoom) lies beyond what is played, and is left out")
                continue
            }
            guard start < last else {
                throw Failure(
                    status: .usage,
                    message: "the zoom \(zoom) begins after the end of \(name), which lasts \(last.clock)"
                )
            }
            // What would change until after the end would never get there.
            guard end <= last || zoom.from == zoom.to || isAnchored else {
                throw Failure(
                    status: .usage,
                    message: "the zoom \(zoom) is not within \(name), which lasts \(last.clock)"
                )
            }
            if end > last { warnings.append("the zoom \(zoom) ends with \(name), at \(last.clock)") }
            let range = try TimeRange(start: start, end: isAnchored ? end : min(end, last))
            ramps.append(FrameZoom.Ramp(range, from: zoom.from, to: zoom.to, middle: zoom.middle))
        }
        zoom = ramps.isEmpty ? nil : try FrameZoom(ramps, in: clock)
    }
}
