public import Composition
public import MediaTime

extension SlowMotionSidecar {
    /// The longest ramp, in source time.
    private static let longestRamp = RationalTime(1, 2)

    /// A region that begins or ends so near to the film's own end does so without a ramp.
    private static let nearness = RationalTime(1, 10)

    /// The edits that play a film as its phone does: ramps within the regions, at both ends, and the rate between them.
    /// Where a region reaches an end of the film there is no ramp. How long the phone's ramps are is not known
    /// publicly: these last half a second of the film, or a quarter of a shorter region.
    ///
    /// - Parameter whole: The film, in its own time; what is marked beyond it is left out.
    /// - Returns: The edits, in order, none of which overlap.
    /// - Throws: `TimeOverflow`.
    public func edits(of whole: TimeRange) throws(TimeOverflow) -> [Edit] {
        var edits: [Edit] = []
        for marked in regions {
            guard let region = try marked.intersection(whole) else { continue }
            let ramp = try min(Self.longestRamp, region.duration.scaled(by: 1, over: 4))
            let rampsDown = try region.start - whole.start >= Self.nearness
            let rampsUp = try whole.end - region.end >= Self.nearness
            let slow = try TimeRange(
                start: rampsDown ? region.start + ramp : region.start,
                end: rampsUp ? region.end - ramp : region.end
            )
            if rampsDown {
                let down = try TimeRange(start: region.start, end: slow.start)
                edits.append(.ramp(down, from: .normal, to: rate, .linear))
            }
            edits.append(.rate(slow, rate))
            if rampsUp {
                let up = try TimeRange(start: slow.end, end: region.end)
                edits.append(.ramp(up, from: rate, to: .normal, .linear))
            }
        }
        return edits
    }
}
