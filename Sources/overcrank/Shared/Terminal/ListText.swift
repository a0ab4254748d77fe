/// Names in messages, one after the other.
enum ListText {
    /// `a, b or c`, with the word that is to stand before the last one; `nil` without a name.
    static func line(_ names: [String], _ word: String) -> String? {
        guard let last = names.last else { return nil }
        return names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) \(word) \(last)" : last
    }
}
