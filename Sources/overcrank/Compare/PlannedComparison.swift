internal import Comparison
internal import Export

/// A comparison whose files were opened: the plan, with the warnings of all that led to it.
struct PlannedComparison {
    let plan: ComparisonPlan
    /// What the user should know, in sentences without a full stop.
    let warnings: [String]

    /// Opens the files of a request and plans its comparison.
    ///
    /// - Parameter request: What is asked for.
    /// - Throws: ``Failure`` where the request does not fit the clip; what the library throws.
    init(_ request: CompareRequest) throws {
        let media = try MediaDescription(ofFile: request.input)
        var settings = request.settings
        settings.others = try request.others.map { other in
            OtherRendering(media: try MediaDescription(ofFile: other.path), rate: other.rate)
        }
        let clips = try EditedClips([media], request.edits)
        plan = try ComparisonPlan(input: media, composition: clips.composition, settings: settings)
        warnings = request.warnings + clips.warnings + plan.warnings
    }

    /// Why algorithms are missing, each reason once.
    var notes: [String] {
        plan.sections.flatMap(\.notes).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    }
}
