internal import MediaTime

/// A part of a time map in `export --json`. Times are `num/den` seconds.
struct SegmentDocument: Encodable {
    /// The number of the clip, from 0.
    let input: Int
    let sourceStart: String
    let sourceEnd: String
    let start: String
    let end: String
    /// As edits are written: `1/4`, `-1/2`, `1..1/4`, `hold`.
    let rate: String
    /// Of a ramp; absent for all else.
    let shape: String?
    /// Where in target time the ramp begins and ends of which this is a part; absent for all else.
    let rampStart: String?
    let rampEnd: String?

    init(_ mapping: TimeMapping, ofInput input: Int) {
        self.input = input
        sourceStart = mapping.source.start.fraction
        sourceEnd = mapping.source.end.fraction
        start = mapping.target.start.fraction
        end = mapping.target.end.fraction
        rate = mapping.rateText
        let ramp = if case .ramp(let ramp) = mapping.course { ramp } else { nil as Ramp? }
        shape = ramp?.curve.shape.rawValue
        rampStart = ramp?.target.start.fraction
        rampEnd = ramp?.target.end.fraction
    }
}
