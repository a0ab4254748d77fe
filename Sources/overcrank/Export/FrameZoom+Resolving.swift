internal import Export
internal import MediaTime

extension FrameZoom {
    /// Finds the instants of zooms; `nil` where there are none.
    ///
    /// - Parameters:
    ///   - zooms: As they were written.
    ///   - clips: The clips, which have the time of the source.
    ///   - duration: That of the result.
    /// - Throws: ``Failure`` for instants that there are not, and for zooms of two clocks; `ExportError`.
    init?(_ zooms: [ZoomExpression], _ clips: ClipClock, lasting duration: RationalTime) throws {
        guard let clock = zooms.first?.clock else { return nil }
        guard zooms.allSatisfy({ $0.clock == clock }) else {
            throw Failure(
                status: .usage,
                message: "zooms are all in the time of the source, or all in that of the result"
            )
        }
        let ramps = try zooms.map { zoom in
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
            let end = try instant(zoom.range.end, or: clock == .source ? clips.duration : duration)
            guard start <= end else {
                throw Failure(status: .usage, message: "the zoom \(zoom) ends before it begins")
            }
            return Ramp(try TimeRange(start: start, end: end), from: zoom.from, to: zoom.to, middle: zoom.middle)
        }
        try self.init(ramps, in: clock)
    }
}
