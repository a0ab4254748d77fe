internal import Comparison
internal import Export
internal import MediaTime
internal import TimeStretch

/// What a `compare` command line asks for, resolved against the files.
struct CompareRequest {
    private let command: CompareCommand

    /// The algorithms that are compared unless others are named.
    static let usualNames = ComparisonSettings().algorithms.map(\.rawValue).joined(separator: ",")

    init(_ command: CompareCommand) { self.command = command }

    /// The directory.
    var output: String {
        if let output = command.output { return output }
        let name = command.input.split(separator: "/").last ?? "clip"
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        return "\(stem.isEmpty ? name : stem)-compared"
    }

    func plan() throws -> ComparisonPlan {
        let media = try MediaDescription(ofFile: command.input)
        var settings = ComparisonSettings()
        if !command.editing.edits.isEmpty { settings.rates = [.normal] }
        if !command.rate.isEmpty { settings.rates = command.rate }
        if let algorithms = command.algorithms { settings.algorithms = algorithms.list }
        settings.matchesLevels = command.levelMatch
        settings.others = try command.against.map { other in
            OtherRendering(media: try MediaDescription(ofFile: other.path), rate: other.rate)
        }
        let editing = command.editing
        var clips = try EditedClips([media], trim: editing.trim, edits: editing.edits, anchor: editing.at)
        return try ComparisonPlan(
            input: media,
            composition: try clips.composition(),
            settings: settings
        )
    }
}
