internal import Composition
internal import Export
internal import MediaTime

/// A time map in letters: the source upwards, the target to the right, and below it every part with its rate.
struct TimeMapDrawing {
    /// A part of the map. Files are drawn one after another: `offset` is where its file begins in the drawing.
    struct Part {
        let mapping: TimeMapping
        let offset: RationalTime
    }

    private let parts: [Part]
    private let duration: RationalTime

    private static let height = 12
    private static let listed = 24

    /// A drawing of parts that are in the order of target time and do not overlap; `duration` is that of the target.
    init(_ parts: [Part], duration: RationalTime) {
        self.parts = parts
        self.duration = duration
    }

    /// The drawing and the list of parts. No line is wider than `width`, or than 40 columns if that is more.
    ///
    /// - Complexity: O(number of parts + width).
    func lines(width: Int) -> [String] { graph(width: min(max(width, 40), 100)) + list }

    private func graph(width: Int) -> [String] {
        let spans = parts.map { part in
            (from: part.drawn(part.mapping.source.start), to: part.drawn(part.mapping.source.end))
        }
        let (low, high) = (spans.map(\.from).min() ?? 0, spans.map(\.to).max() ?? 0)
        let (top, bottom) = (Self.seconds(high), Self.seconds(low))
        let margin = max(top.count, bottom.count)
        let columns = width - margin - 4
        var rows = [[Character]](repeating: Array(repeating: " ", count: columns), count: Self.height)
        for mark in marks(columns: columns, low: low, high: high) {
            for row in mark.rows { rows[row][mark.column] = mark.letter }
        }
        let lines = rows.enumerated().reversed().map { number, row in
            let label = number == Self.height - 1 ? top : number == 0 ? bottom : ""
            return Self.right(label, margin) + " |" + Self.trimmed(row)
        }
        let end = Self.seconds(duration.seconds)
        let indent = String(repeating: " ", count: margin + 1)
        return ["source"] + lines + [
            indent + "+" + String(repeating: "-", count: columns),
            indent + " 0 s" + Self.right(end + " target", columns - 4),
        ]
    }

    /// One column of the drawing.
    private struct Mark {
        let column: Int
        let rows: ClosedRange<Int>
        let letter: Character
    }

    private func marks(columns: Int, low: Double, high: Double) -> [Mark] {
        var marks: [Mark] = []
        var (index, last): (Int, (part: Int, row: Int)?) = (0, nil)
        for column in 0..<columns {
            guard let instant = try? duration.scaled(by: Int64(2 * column + 1), over: Int64(2 * columns)) else { break }
            while index < parts.count, parts[index].mapping.target.end <= instant { index += 1 }
            guard index < parts.count, parts[index].mapping.target.contains(instant),
                let shown = parts[index].shown(at: instant)
            else { continue }
            let height = high > low ? (shown - low) / (high - low) : 0
            let row = min(Self.height - 1, max(0, Int(height * Double(Self.height))))
            // A steep line is drawn without gaps; between parts there may be a jump.
            var rows = row...row
            if let last, last.part == index, abs(last.row - row) > 1 {
                rows = last.row < row ? last.row + 1...row : row...last.row - 1
            }
            marks.append(Mark(column: column, rows: rows, letter: parts[index].mapping.letter))
            last = (index, row)
        }
        return marks
    }

    /// The first parts in words.
    private var list: [String] {
        var rows = parts.prefix(Self.listed).map { part in
            (
                "\(part.mapping.target.start.clock)..\(part.mapping.target.end.clock)",
                "\(part.mapping.source.start.clock)..\(part.mapping.source.end.clock)",
                "\(part.mapping.letter) \(part.mapping.ownRateText)"
            )
        }
        rows.insert(("target", "source", "rate"), at: 0)
        let width = rows.map(\.0.count).max() ?? 0
        let lines = rows.map { row in Self.left(row.0, width + 2) + Self.left(row.1, width + 2) + row.2 }
        return parts.count > Self.listed ? lines + ["… and \(parts.count - Self.listed) more parts"] : lines
    }

    private static func seconds(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func trimmed(_ row: [Character]) -> String {
        String(row[..<((row.lastIndex { $0 != " " }).map { $0 + 1 } ?? 0)])
    }
}

extension TimeMapDrawing {
    /// The map of a plan's video, or of its audio if it has no video; `nil` if one rate holds throughout.
    init?(_ plan: ExportPlan) {
        guard let track = plan.video ?? plan.carried.first(where: { $0.source.kind == .audio }),
            track.constantRate == nil
        else { return nil }
        var offsets: [RationalTime] = []
        var next = RationalTime.zero
        for input in plan.inputs {
            offsets.append(next)
            next = (try? next + input.asset.duration) ?? next
        }
        let parts = track.parts.flatMap { part in
            part.segments.map { Part(mapping: $0, offset: offsets[part.input]) }
        }
        self.init(parts, duration: plan.duration)
    }
}

extension TimeMapDrawing.Part {
    /// Where a source instant is drawn, in seconds. Only the drawing uses it, so that rounding does no harm.
    fileprivate func drawn(_ time: RationalTime) -> Double { time.seconds + offset.seconds }

    /// What is shown at a target instant, to a millisecond: a ramp's exact instants are long fractions.
    fileprivate func shown(at time: RationalTime) -> Double? {
        let ticks = try? mapping.sourceTicks(ofTarget: time, over: 1000, rounding: .nearest)
        return ticks.map { drawn(RationalTime($0, 1000)) }
    }
}

extension TimeMapping {
    /// How a part is drawn.
    fileprivate var letter: Character {
        switch course {
        case .constant: "*"
        case .ramp: "+"
        case .reverse: "<"
        case .hold: "="
        }
    }
}
