public import Export
public import MediaTime

/// A part of the time map, as the plan has it.
public struct MapSegment: Encodable, Hashable, Sendable {
    /// How source time passes.
    public enum Kind: String, Encodable, Sendable {
        /// Forwards at one rate.
        case play
        /// Forwards at a rate that changes.
        case ramp
        /// Not at all.
        case hold
        /// Backwards.
        case reverse
    }

    /// How source time passes.
    public let kind: Kind
    /// The number of the clip, from 0.
    public let input: Int
    /// Source and target time: exact, `num/den` seconds.
    public let sourceStart, sourceEnd, targetStart, targetEnd: String
    /// The same as numbers.
    public let sourceStartSeconds, sourceEndSeconds, targetStartSeconds, targetEndSeconds: Double
    /// Source time ÷ target time at both ends; below zero backwards.
    public let rateStart, rateEnd: Double
    /// How a ramp goes from one rate to the other.
    public let curve: String
    /// The rates at both ends of the whole ramp, of which this may be a part.
    public let rampStart, rampEnd: Double
    /// Where in the target range of the whole ramp this begins and ends: 0 and 1 for all of it.
    public let partStart, partEnd: Double

    /// A part of the map.
    public init(_ mapping: TimeMapping, input: Int) {
        self.input = input
        (sourceStart, sourceEnd) = (mapping.source.start.fraction, mapping.source.end.fraction)
        (targetStart, targetEnd) = (mapping.target.start.fraction, mapping.target.end.fraction)
        (sourceStartSeconds, sourceEndSeconds) = (mapping.source.start.seconds, mapping.source.end.seconds)
        (targetStartSeconds, targetEndSeconds) = (mapping.target.start.seconds, mapping.target.end.seconds)
        var whole: (from: Double, to: Double, start: Double, end: Double)?
        switch mapping.course {
        case .constant(let rate):
            (kind, rateStart, rateEnd, curve) = (.play, rate.approximation, rate.approximation, "linear")
        case .reverse(let rate):
            (kind, rateStart, rateEnd, curve) = (.reverse, -rate.approximation, -rate.approximation, "linear")
        case .hold: (kind, rateStart, rateEnd, curve) = (.hold, 0, 0, "linear")
        case .ramp(let ramp):
            // The mapping may be a part of the ramp.
            let length = ramp.target.duration.seconds
            let offset = mapping.target.start.seconds - ramp.target.start.seconds
            let (from, to) = ramp.curve.ends
            let end = offset + mapping.target.duration.seconds
            whole = (from.approximation, to.approximation, offset / length, end / length)
            kind = .ramp
            rateStart = ramp.curve.rate(at: offset, length: length)
            rateEnd = ramp.curve.rate(at: end, length: length)
            curve = ramp.curve.shape.rawValue
        }
        (rampStart, rampEnd) = (whole?.from ?? rateStart, whole?.to ?? rateEnd)
        (partStart, partEnd) = (whole?.start ?? 0, whole?.end ?? 1)
    }

    /// The map of a plan: of its video, or of its audio where it has no video.
    public static func map(of plan: ExportPlan) -> [MapSegment] {
        let track = plan.video ?? plan.carried.first { $0.source.kind == .audio }
        return track?.shownParts.flatMap { part in part.segments.map { MapSegment($0, input: part.input) } } ?? []
    }
}
