/// Rows of text with aligned columns.
struct Table {
    /// The rows, without spaces at their ends.
    let lines: [String]

    init(_ rows: [[String]], indent: String = "") {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        lines = rows.map { row in
            let cells = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: width - text.count)
            }
            let line = indent + cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
