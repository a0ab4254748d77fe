/// Finds the word that was probably meant by a misspelt one.
public enum Spelling {
    /// The word with the fewest changed, added and omitted letters (Levenshtein 1966); `nil` if that distance is more than
    /// half of the shorter word.
    ///
    /// - Complexity: O(number of words · length of the text · length of a word).
    public static func nearest(to text: String, of words: some Sequence<String>) -> String? {
        let text = Array(text.lowercased().prefix(64))
        let candidates = words.map { (word: $0, distance: distance(text, Array($0.lowercased()))) }
        guard let best = candidates.min(by: { ($0.distance, $0.word) < ($1.distance, $1.word) }) else { return nil }
        return best.distance <= max(1, min(text.count, best.word.count) / 2) ? best.word : nil
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let change = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(change, min(row[j], row[j + 1]) + 1)
            }
        }
        return row[b.count]
    }
}
