internal import MediaTime

extension Edit {
    /// How often a range may be played.
    public static let mostTimes = 1000

    /// Reads an edit.
    ///
    /// - Throws: ``EditParseError``, which says where.
    public init(parsing text: String) throws(EditParseError) {
        let cursor = EditText(text)
        if let at = text.firstIndex(of: "@") {
            let range = try cursor.range(text[..<at])
            self.init(range, try cursor.retiming(text[text.index(after: at)...]), written: text)
        } else if let equals = text.firstIndex(of: "=") {
            let range = try cursor.range(text[..<equals])
            self.init(range, .duration(try cursor.duration(text[text.index(after: equals)...])), written: text)
        } else if let star = text.firstIndex(of: "*") {
            let range = try cursor.range(text[..<star])
            self.init(range, try cursor.repetition(text[text.index(after: star)...]), written: text)
        } else if let plus = text.lastIndex(of: "+") {
            let instant = try cursor.instant(text[..<plus])
            let duration = try cursor.duration(text[text.index(after: plus)...])
            self.init(TimeRangeExpression(from: instant, to: instant), .hold(duration), written: text)
        } else {
            throw cursor.error(
                text[...],
                "an edit is written A..B@RATE, A..B@RATE..RATE, A..B=DURATION, A..B*TIMES or A+DURATION (a hold)"
            )
        }
    }
}

/// The text of an edit; errors name the place of a part in it.
private struct EditText {
    private let text: String

    init(_ text: String) { self.text = text }

    func error(_ part: Substring, _ reason: String) -> EditParseError {
        EditParseError(
            text,
            at: text.distance(from: text.startIndex, to: part.startIndex),
            length: part.count,
            reason
        )
    }

    func range(_ part: Substring) throws(EditParseError) -> TimeRangeExpression {
        guard let dots = part.firstRange(of: "..") else {
            throw error(part, "the part that is changed is a range A..B, and either end may be left out")
        }
        let (before, after) = (part[..<dots.lowerBound], part[dots.upperBound...])
        let start = before.isEmpty ? nil : try instant(before)
        let end = after.isEmpty ? nil : try instant(after)
        return TimeRangeExpression(from: start, to: end)
    }

    func instant(_ part: Substring) throws(EditParseError) -> TimeExpression {
        do { return try TimeExpression(parsing: String(part)) } catch { throw self.error(part, error.expectation) }
    }

    /// A duration (target time), which cannot be given in frames of the source.
    func duration(_ part: Substring) throws(EditParseError) -> RationalTime {
        guard case .time(let duration) = try instant(part) else {
            throw error(part, "a duration is written 1.5s or 250ms")
        }
        guard duration > .zero else { throw error(part, "a duration is above zero") }
        return duration
    }

    /// `1/4`, `-1/2`, `1..1/4`, `1..1/4 smooth`.
    func retiming(_ part: Substring) throws(EditParseError) -> Edit.Change {
        var body = part
        var shape: RampShape?
        if let space = part.firstIndex(of: " ") {
            let name = part[part.index(after: space)...]
            shape = RampShape(rawValue: String(name))
            body = part[..<space]
            guard shape != nil else {
                let names = RampShape.allCases.map(\.rawValue).joined(separator: " or ")
                throw error(name, "a ramp is \(names)")
            }
        }
        if let dots = body.firstRange(of: "..") {
            let from = try rate(body[..<dots.lowerBound])
            return .ramp(from: from, to: try rate(body[dots.upperBound...]), shape ?? .linear)
        }
        if let shape { throw error(part, "only a ramp is \(shape.rawValue): 1s..2s@1..1/4 \(shape.rawValue)") }
        return body.first == "-" ? .reverse(try rate(body.dropFirst())) : .rate(try rate(body))
    }

    /// `3`, `3 boomerang`.
    func repetition(_ part: Substring) throws(EditParseError) -> Edit.Change {
        let count = part.prefix { $0 != " " }
        guard let times = Int(count), count.allSatisfy(\.isASCII), count.first != "+",
            (1...Edit.mostTimes).contains(times)
        else {
            throw error(count, "a range is played 1 to \(Edit.mostTimes) times: 2s..4s*3")
        }
        guard count.endIndex < part.endIndex else { return .repetition(times, isBoomerang: false) }
        let word = part[part.index(after: count.endIndex)...]
        guard word == "boomerang" else { throw error(word, "there and back is written 2s..4s*3 boomerang") }
        return .repetition(times, isBoomerang: true)
    }

    private func rate(_ part: Substring) throws(EditParseError) -> PlaybackRate {
        do { return try PlaybackRate(parsing: String(part)) } catch { throw self.error(part, error.expectation) }
    }
}
