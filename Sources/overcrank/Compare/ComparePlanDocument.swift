internal import Comparison

/// `compare --dry-run --json`.
struct ComparePlanDocument: Encodable {
    let output: String
    let files: [String]
    let notes: [String]
    let warnings: [String]

    init(_ plan: ComparisonPlan, output: String) {
        self.output = output
        files = plan.files
        notes = plan.sections.flatMap(\.notes)
        warnings = plan.warnings
    }
}
