import Composition
import MediaTime

extension RationalTime {
    static func seconds(_ count: Int64) -> RationalTime { RationalTime(count, 1) }

    var text: String {
        let reduced = reduced
        return reduced.timescale == 1 ? "\(reduced.value)" : "\(reduced.value)/\(reduced.timescale)"
    }
}

extension Segment {
    /// Without its place.
    var course: String { String(text.prefix { $0 != "→" }.dropLast()) }

    var text: String {
        let place = "\(target.start.text)..\(target.end.text)"
        guard case .media(let media) = self else { return "gap → \(place)" }
        let source = "\(media.mapping.source.start.text)..\(media.mapping.source.end.text)"
        let course =
            switch media.mapping.course {
            case .constant(let rate): "\(rate)"
            case .reverse(let rate): "-\(rate)"
            case .ramp(let ramp): "\(ramp.curve.ends.0)~\(ramp.curve.ends.1)"
            case .hold: "hold"
            }
        return "\(course): \(source) → \(place)"
    }
}
