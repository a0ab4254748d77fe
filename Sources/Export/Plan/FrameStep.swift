public import MediaTime

/// One step of a track of encoded frames, in output order.
enum FrameStep: Sendable {
    /// A segment of one of the track's parts, by the part's place in ``TrackPlan/parts``.
    case segment(FrameSelector, part: Int)
    /// These output frames are black: nothing is shown.
    case black(Range<Int64>)
}

extension TrackPlan {
    /// A gap between two segments that is at most this long (target time) is no pause: the frame before it is shown on. A
    /// file's video often ends a little before its audio.
    public static let bridgedGap = RationalTime(1, 4)

    /// The steps in which frames are chosen for a rate. Without `rounding` the places are so fine that each frame has its own instant, and what
    /// a clock has rounded stays in the last one's duration. Before the first segment and after the last there is nothing.
    ///
    /// - Throws: `TimeOverflow` where a frame's number needs more than 64 bits.
    func frameSteps(at rate: FrameRate, rounding: Bool = true) throws(TimeOverflow) -> [FrameStep] {
        try parts.frameSteps(at: rate, rounding: rounding)
    }
}

extension [TrackPart] {
    /// As ``TrackPlan/frameSteps(at:)``.
    func frameSteps(at rate: FrameRate, rounding: Bool = true) throws(TimeOverflow) -> [FrameStep] {
        var steps: [FrameStep] = []
        let mappings = enumerated().flatMap { index, part in part.segments.map { (part: index, mapping: $0) } }
        let isOpenEnded = last?.isOpenEnded ?? false
        for (index, item) in mappings.enumerated() {
            let next = index + 1 < mappings.count ? mappings[index + 1].mapping.target.start : nil
            let end = item.mapping.target.end
            let pause = try next.map { next throws(TimeOverflow) in try next - end }
            let isBridged = pause.map { $0 <= TrackPlan.bridgedGap } ?? false
            let selector = try FrameSelector(
                mapping: item.mapping,
                frameRate: rate,
                isOpenEnded: next == nil && isOpenEnded,
                tick: rounding && self[item.part].source.grid == nil ? self[item.part].source.tick : .zero,
                until: isBridged ? next : nil
            )
            steps.append(.segment(selector, part: item.part))
            if let next, !isBridged, next > end {
                let gap = try rate.frame(at: end, rounding: .up)..<rate.frame(at: next, rounding: .up)
                if !gap.isEmpty { steps.append(.black(gap)) }
            }
        }
        return steps
    }
}
