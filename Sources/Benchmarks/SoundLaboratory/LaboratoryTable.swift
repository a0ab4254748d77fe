internal import Comparison
internal import MediaTime

/// Figures of many sounds: a row for each figure, a column for each engine.
struct LaboratoryTable {
    let rate: PlaybackRate
    private var engines: [String] = []
    private var figures: [String: [String: [Double]]] = [:]

    /// The rows: all that is measured on a sound.
    private static let metrics = Metric.all.filter { $0.part == .clip && $0.aim != .none }
    private static let score = "score, NSIM"

    init(rate: PlaybackRate) { self.rate = rate }

    mutating func add(_ renderings: [ComparisonReport.Rendering]) {
        for rendering in renderings {
            for metric in Self.metrics {
                if let value = metric.value(of: rendering) { add(value, metric.label, rendering.name) }
            }
        }
    }

    mutating func add(_ likeness: [(name: String, value: Double)]) {
        for (name, value) in likeness { add(value, Self.score, name) }
    }

    private mutating func add(_ value: Double, _ row: String, _ engine: String) {
        if !engines.contains(engine) { engines.append(engine) }
        figures[row, default: [:]][engine, default: []].append(value)
    }

    /// As text: the median, and the worst.
    var lines: [String] {
        let rows = Self.metrics.map { ($0.label, $0.unit, $0.aim) } + [(Self.score, "", .higher)]
        let widths = engines.map { max($0.count, 15) + 2 }
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let head = "rate \(rate)" + String(repeating: " ", count: max(0, 25 - "rate \(rate)".count))
        return [head + zip(engines, widths).map { padded($0, $1) }.joined()]
            + rows.map { label, unit, aim in
                let name = "\(label) \(unit)"
                let cells = engines.map { cell(figures[label]?[$0] ?? [], aim) }
                return name + String(repeating: " ", count: max(0, 25 - name.count))
                    + zip(cells, widths).map { padded($0, $1) }.joined()
            }
            + ["median / worst over all sounds", ""]
    }

    private func cell(_ values: [Double], _ aim: Metric.Aim) -> String {
        let sorted = values.sorted { aim.distance(of: $0) < aim.distance(of: $1) }
        guard let worst = sorted.last else { return "–" }
        let median = sorted[(sorted.count - 1) / 2]
        return [median, worst].map { Figure.text($0, decimals: 3) }.joined(separator: " / ")
    }
}
