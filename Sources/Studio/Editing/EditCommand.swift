internal import Composition
internal import MediaFormats
public import MediaTime
internal import PathNames
internal import Presets
internal import TimeStretch

/// The command line that an edit stands for.
public struct EditCommand: Hashable, Sendable {
    /// Behind the name of the program: the subcommand, and all that follows.
    public let arguments: [String]
    /// What is wrong with parts of the edit; the command line is made all the same.
    public let problems: [EditProblem]
    /// The path of the result.
    public let output: String

    /// The name of the result in its folder: the edit's own, or one made from the first clip's.
    public let outputName: String
    /// The settings that have no effect in it, by their names: a form need not offer them. Those that are set all the same are problems, where
    /// the program would refuse them.
    public let idleSettings: [String]

    /// As it is typed in a shell.
    public var line: String { ShellText.line(["overcrank"] + arguments) }

    /// Options of `export` that an edit may set. Those that read or write other files, or change what is printed, are left to
    /// people who type them; so are filters that do (``HarmlessFilters``), and presets by their paths.
    static let settings: Set<String> = [
        "rate", "frame-rate", "in-between", "conform", "capture-rate", "snap", "for", "size", "fit", "crop", "rotate",
        "flip",
        "deinterlace", "stabilise", "filter", "zoom", "text", "burn", "hdr", "video-codec", "quality", "encoder-preset",
        "timecode",
        "audio-codec", "mute-reversed", "repeat", "boomerang", "plays", "exact", "lossless-only", "verify", "strict",
        "at",
    ]
    /// The same for two clips.
    static let pairSettings: Set<String> = [
        "rate", "frame-rate", "size", "video-codec", "quality", "encoder-preset", "audio-codec", "audio", "align",
        "trim-a",
        "trim-b", "edit-a", "edit-b", "plays", "capture-rate",
    ]

    /// Those of both that take no value: a text behind one of them would be another clip.
    static let flags: Set<String> = ["snap", "mute-reversed", "boomerang", "exact", "lossless-only", "strict"]
    /// Those that can do without one: it is of one word with its option, as it would be another clip, too.
    static let freelyValued: Set<String> = ["stabilise"]

    /// The command line of a document.
    ///
    /// - Parameters:
    ///   - document: The edit.
    ///   - paths: Of its clips, in its order.
    ///   - folder: Where the result goes.
    ///   - captureRate: That with which clips of numbered images were opened; `nil` where there are none, or it was assumed.
    public init(_ document: EditDocument, paths: [String], into folder: String, captureRate: FrameRate? = nil) {
        let document = document.normalised
        var problems = Self.problems(of: document)
        if paths.isEmpty { problems.append(EditProblem("clips", "no clip is open")) }
        if document.clips.count > 2 {
            problems.append(EditProblem("clips", "two clips can be shown together, and not \(document.clips.count)"))
        }
        let isPair = paths.count > 1
        let name = document.output ?? Self.name(for: paths, isPair: isPair)
        if let problem = Self.problem(ofName: name) { problems.append(EditProblem(EditProblem.output, problem)) }
        outputName = name
        output = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        var words = [isPair ? "side-by-side" : "export"] + paths.map(ShellText.positional)
        func add(_ option: String, _ value: String?) {
            guard let value else { return }
            // A value like an option is given in one word with its option.
            let isOneWord = value.hasPrefix("-") || Self.freelyValued.contains(option)
            words += isOneWord ? ["--\(option)=\(value)"] : ["--\(option)", value]
        }
        words += ["-o", ShellText.positional(output)]
        add("preset", isPair ? nil : document.preset)
        if document.start != nil || document.end != nil {
            add(isPair ? "trim-a" : "trim", "\(document.start ?? "")..\(document.end ?? "")")
        }
        for edit in document.edits { add(isPair ? "edit-a" : "edit", edit) }
        add("pitch", document.pitch)
        if isPair {
            add("layout", document.layout)
            add("at-a", document.at?.first)
            add("at-b", document.at?.dropFirst().first)
        } else {
            for mark in document.marks where !mark.title.isEmpty { add("chapter", "\(mark.time)=\(mark.title)") }
        }
        if let captureRate, document.settings["capture-rate"] == nil { add("capture-rate", "\(captureRate)") }
        let known = isPair ? Self.pairSettings : Self.settings
        let idle = document.preset == nil ? IdleSettings(document, paths: paths, result: name).reasons : [:]
        idleSettings = idle.keys.filter(known.contains).sorted()
        for (option, value) in document.settings.sorted(by: { $0.key < $1.key }) {
            guard known.contains(option) else {
                problems.append(EditProblem("settings.\(option)", "there is no setting '\(option)' here"))
                continue
            }
            if let problem = option == "filter" ? HarmlessFilters.problem(of: value) : nil {
                problems.append(EditProblem("settings.filter", problem))
                continue
            }
            if value.hasTexts, Self.flags.contains(option) {
                problems.append(EditProblem("settings.\(option)", "'\(option)' takes no value"))
                continue
            }
            if let reason = idle[option].flatMap(\.self) {
                problems.append(EditProblem("settings.\(option)", reason))
            }
            switch value {
            case .text(let text): add(option, text)
            case .flag: words.append("--\(option)")
            case .list(let texts): for text in texts { add(option, text) }
            }
        }
        arguments = words
        self.problems = problems
    }

    /// A name beside which the clip's own is recognised.
    private static func name(for paths: [String], isPair: Bool) -> String {
        let file = paths.first.map(PathName.last) ?? "clip"
        let images = NumberedName(pattern: file)?.stem
        let stem = images ?? PathName.stem(of: file)
        let kept: Set<Container> =
            isPair ? [.mp4, .mov, .mkv] : [.mp4, .mov, .mkv, .m4a, .mka, .wav, .flac, .ogg, .opus]
        let container = Container(forPath: file).flatMap { kept.contains($0) ? $0 : nil }
        return "\(stem.isEmpty ? "clip" : stem)-\(isPair ? "pair" : "edit").\((container ?? .mp4).rawValue)"
    }

    private static func problem(ofName name: String) -> String? {
        if name.contains("/") || name == "." || name == ".." || name.utf8.contains(0) {
            return "'\(name)' is no name of a file"
        }
        guard Container(forPath: name) == nil else { return nil }
        return "the ending names no container that can be written: use .\(Container.endings.joined(separator: ", ."))"
    }

    /// What each part's own parser says.
    private static func problems(of document: EditDocument) -> [EditProblem] {
        var problems: [EditProblem] = []
        func check(_ field: String, _ text: String?, _ parse: (String) throws -> Void) {
            guard let text else { return }
            do { try parse(text) } catch { problems.append(EditProblem(field, "\(error)")) }
        }
        check("in", document.start) { _ = try TimeExpression(parsing: $0) }
        check("out", document.end) { _ = try TimeExpression(parsing: $0) }
        for (index, edit) in document.edits.enumerated() {
            check("edits[\(index)]", edit) { _ = try Edit(parsing: $0) }
        }
        for (index, mark) in document.marks.enumerated() where !mark.title.isEmpty {
            check("marks[\(index)]", "\(mark.time)=\(mark.title)") { _ = try MarkExpression(parsing: $0) }
        }
        for (index, instant) in (document.at ?? []).enumerated() {
            check("at[\(index)]", instant) { _ = try TimeExpression(parsing: $0) }
        }
        if let preset = document.preset, preset.contains("/") || preset.hasSuffix(".yaml") {
            problems.append(EditProblem("preset", "'\(preset)' is no name of a preset"))
        }
        if let pitch = document.pitch, PitchAlgorithm(rawValue: pitch) == nil {
            let names = PitchAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
            problems.append(EditProblem("pitch", "there is no pitch algorithm '\(pitch)': choose one of \(names)"))
        }
        return problems
    }
}

extension EditDocument.Value {
    /// Whether it is more than an option that is there.
    fileprivate var hasTexts: Bool { if case .flag = self { false } else { true } }
}
