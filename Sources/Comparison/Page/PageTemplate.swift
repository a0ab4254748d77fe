/// A text with places for other texts: `{{name}}`.
enum PageTemplate {
    enum Part: Equatable {
        case text(String)
        case place(String)
    }

    static func parts(of template: String) -> [Part] {
        var parts: [Part] = []
        for (index, piece) in template.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            if index > 0, halves.count == 2 {
                parts += [.place(String(halves[0])), .text(String(halves[1]))]
            } else {
                parts.append(.text(String(piece)))
            }
        }
        return parts
    }
}
