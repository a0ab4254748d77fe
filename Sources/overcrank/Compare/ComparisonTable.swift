internal import Comparison

/// A comparison in words: one table for each rate, a column for each rendering, a part for what figures are measured on.
struct ComparisonTable {
    private let report: ComparisonReport

    init(_ report: ComparisonReport) { self.report = report }

    var lines: [String] {
        report.rates.flatMap(lines) + ["* the best of a row: its last column says which direction is better"]
    }

    private struct Row {
        let metric: Metric
        let label: String
        let cells: [String]
    }

    private func lines(_ rate: ComparisonReport.Rate) -> [String] {
        let rows = Metric.all.map { metric in
            let best = metric.best(among: rate.renderings)
            let cells = rate.renderings.enumerated().map { index, rendering in
                (metric.text(of: rendering) ?? "–") + (best.contains(index) ? "*" : " ")
            }
            return Row(metric: metric, label: metric.label, cells: cells)
        }
        let labelWidth = 2 + (rows.map(\.label.count).max() ?? 0)
        let unitWidth = rows.map(\.metric.unit.count).max() ?? 0
        let widths = rate.renderings.indices.map { column in
            max(rate.renderings[column].name.count + 1, rows.map { $0.cells[column].count }.max() ?? 0)
        }
        func line(_ label: String, _ unit: String, _ cells: [String], _ aim: String = "") -> String {
            let head = label + spaces(labelWidth - label.count + 1) + unit + spaces(unitWidth - unit.count)
            let row = zip(cells, widths).reduce(head) { $0 + "  " + spaces($1.1 - $1.0.count) + $1.0 }
            return (row + "  " + aim).trimmingEnd
        }
        let parts = Metric.Part.allCases.flatMap { part in
            [part.rawValue]
                + rows.filter { $0.metric.part == part }
                .map { line("  " + $0.label, $0.metric.unit, $0.cells, $0.metric.aim.words) }
        }
        return [line("rate \(rate.rate)", "", rate.renderings.map { $0.name + " " })] + parts + rate.notes + [""]
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

extension String {
    /// Without the spaces at its end.
    fileprivate var trimmingEnd: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
