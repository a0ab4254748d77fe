/// What is written upon encoded frames.
struct FrameMarks: Hashable, Sendable {
    var texts: [FrameText] = []
    /// Line by line, at the bottom right.
    var facts: [BurnedFact] = []

    var isEmpty: Bool { texts.isEmpty && facts.isEmpty }

    /// Why frames are encoded for it, for people.
    var reasons: [String] {
        (texts.isEmpty ? [] : ["a text is written upon it"])
            + (facts.isEmpty ? [] : ["its \(facts.map(\.rawValue).joined(separator: ", ")) is written upon it"])
    }
}
