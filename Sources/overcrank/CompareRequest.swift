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

/// `[RATE=]FILE`: a file whose name holds a `=` is written with its rate, or with `./` before it.
struct AgainstFile {
    let path: String
    let rate: PlaybackRate?

    @Sendable init(_ text: String) {
        if let sign = text.firstIndex(of: "="), let rate = try? PlaybackRate(parsing: String(text[..<sign])) {
            self.rate = rate
            path = String(text[text.index(after: sign)...])
        } else {
            rate = nil
            path = text
        }
    }
}

/// Several algorithms as one option.
struct PitchAlgorithms {
    let list: [PitchAlgorithm]
}

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
