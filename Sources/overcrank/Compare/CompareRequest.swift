internal import Comparison
internal import MediaTime
internal import PathNames
internal import TimeStretch

/// What a `compare` command line asks for. No file is read.
struct CompareRequest {
    /// The path of the clip.
    let input: String
    /// The directory.
    let output: String
    let edits: ClipEdits
    /// All but what other programs have made of the clip.
    let settings: ComparisonSettings
    let others: [AgainstFile]
    /// What the user should know of the request, in sentences without a full stop.
    let warnings: [String]

    /// The other stretchers that are looked for.
    static let peerNames = Peer.allCases.map(\.rawValue).joined(separator: ", ")

    /// The algorithms that are compared unless others are named.
    static let usualNames = ComparisonSettings().algorithms.map(\.rawValue).joined(separator: ",")

    /// Reads a command line.
    ///
    /// - Throws: ``Failure`` for an anchor that nothing is relative to.
    init(_ options: CompareCommand) throws {
        input = options.input
        output = options.main.output ?? Self.directory(for: options.input)
        edits = ClipEdits(trim: options.editing.trim, edits: options.editing.edits, anchor: options.editing.at)
        try edits.requireUseOfAnchor(in: "--edit or --trim")
        var settings = ComparisonSettings()
        if !edits.edits.isEmpty { settings.rates = [.normal] }
        if !options.main.rate.isEmpty { settings.rates = options.main.rate }
        if let algorithms = options.main.algorithms { settings.algorithms = algorithms.list }
        settings.matchesLevels = options.levelMatch
        if options.peers { settings.peers = Peer.installed }
        warnings =
            options.peers && settings.peers.isEmpty
            ? ["no other stretcher is installed: \(Self.peerNames) were looked for"] : []
        self.settings = settings
        others = options.against
    }

    /// The clip's name without its ending, in the working directory.
    private static func directory(for input: String) -> String {
        let stem = PathName.stem(of: input)
        return "\(stem.isEmpty ? "clip" : stem)-compared"
    }
}
