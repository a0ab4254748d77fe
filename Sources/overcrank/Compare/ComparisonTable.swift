internal import Comparison

/// A comparison in words: one table for each rate, a column for each rendering.
struct ComparisonTable {
    private let report: ComparisonReport

    init(_ report: ComparisonReport) { self.report = report }

    var lines: [String] { report.rates.flatMap(lines) }

    private func lines(_ rate: ComparisonReport.Rate) -> [String] {
        let rows = Metric.all.map { metric in
            (metric.label, metric.unit, rate.renderings.map { metric.text(of: $0) ?? "–" })
        }
        let labelWidth = rows.map { $0.0.count }.max() ?? 0
        let unitWidth = rows.map { $0.1.count }.max() ?? 0
        let widths = rate.renderings.indices.map { column in
            max(rate.renderings[column].name.count, rows.map { $0.2[column].count }.max() ?? 0)
        }
        func line(_ label: String, _ unit: String, _ cells: [String]) -> String {
            let head = label + spaces(labelWidth - label.count + 1) + unit + spaces(unitWidth - unit.count)
            return zip(cells, widths).reduce(head) { $0 + "  " + spaces($1.1 - $1.0.count) + $1.0 }
        }
        return [line("rate \(rate.rate)", "", rate.renderings.map(\.name))] + rows.map(line) + rate.notes + [""]
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
