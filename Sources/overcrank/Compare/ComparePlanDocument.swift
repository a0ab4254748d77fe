internal import Comparison

/// `compare --dry-run --json`.
struct ComparePlanDocument: Encodable {
    let output: String
    let files: [String]
    let notes: [String]
    let warnings: [String]

    init(_ planned: PlannedComparison, output: String) {
        self.output = output
        files = planned.plan.files
        notes = planned.plan.sections.flatMap(\.notes)
        warnings = planned.warnings
    }
}
