internal import ArgumentParser
internal import Composition
internal import Export
internal import MediaFormats
internal import MediaTime
internal import Presets
internal import TimeStretch

/// Reads option values; what is wrong with one is said in the parser's own words.
enum OptionParsing {
    static let pitchNames = names(of: PitchAlgorithm.self)
    /// Without those of which nothing is heard.
    static let heardPitchNames = PitchAlgorithm.allCases.filter { !$0.abilities.isSilent }.map(\.rawValue)
        .joined(separator: ", ")
    /// The names of all encoders' own presets, each once.
    static let encoderPresets = VideoCodec.allCases.flatMap(\.traits.presets).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }
    /// The endings of files that exports are written to.
    static let endings = Container.allCases.map(\.rawValue)

    /// The container that a file's ending names.
    ///
    /// - Throws: ``Failure`` where it names none that can be written.
    static func container(of path: String) throws -> Container {
        if path == "-" { throw standardOutput }
        guard let container = Container(forPath: path) else {
            throw Failure(
                status: .usage,
                message: "\(path): the ending names no container that can be written",
                hint: StillFormat(forPath: path) == nil
                    ? "use .\(Container.endings.joined(separator: ", ."))"
                    : "'overcrank stills' writes frames as images"
            )
        }
        return container
    }

    /// That nothing is written to where `-` stands for in other programs.
    static var standardOutput: Failure {
        Failure(
            status: .usage,
            message: "'-' names no file, and nothing is written to standard output",
            hint: "name a file; one that is called so is ./-"
        )
    }

    @Sendable static func rate(_ text: String) throws -> PlaybackRate {
        try explained { () throws(ParseError) in try PlaybackRate(parsing: text) }
    }

    @Sendable static func range(_ text: String) throws -> TimeRangeExpression {
        try explained { () throws(ParseError) in try TimeRangeExpression(parsing: text) }
    }

    @Sendable static func frameRate(_ text: String) throws -> FrameRateChoice {
        try explained { () throws(ParseError) in try FrameRateChoice(parsing: text) }
    }

    @Sendable static func constantFrameRate(_ text: String) throws -> FrameRate {
        try explained { () throws(ParseError) in try FrameRate(parsing: text) }
    }

    /// The instant of the source that `at` stands for; it cannot be relative to itself.
    @Sendable static func time(_ text: String) throws -> TimeExpression {
        let time = try explained { () throws(ParseError) in try TimeExpression(parsing: text) }
        if case .anchor = time { throw ValidationError("'\(text)' is relative to the anchor that is asked for") }
        return time
    }

    @Sendable static func edit(_ text: String) throws -> Edit {
        do { return try Edit(parsing: text) } catch { throw ValidationError("\(error)") }
    }

    @Sendable static func plays(_ text: String) throws -> PlayCount {
        try explained { () throws(ParseError) in try PlayCount(parsing: text) }
    }

    /// How often something is played.
    @Sendable static func times(_ text: String) throws -> Int {
        guard let times = Int(text), (1...Edit.mostTimes).contains(times) else {
            throw ValidationError("'\(text)' is no number of times: 1 to \(Edit.mostTimes)")
        }
        return times
    }

    @Sendable static func pitch(_ text: String) throws -> PitchAlgorithm {
        try choice(text) { "there is no pitch algorithm '\(text)': choose one of \($0)" }
    }

    @Sendable static func verification(_ text: String) throws -> Verification {
        try choice(text) { "a result is not checked by '\(text)': choose one of \($0)" }
    }

    @Sendable static func videoCodec(_ text: String) throws -> VideoCodecChoice {
        try refuseCopy(text, as: "--video-codec")
        guard let codec = VideoCodecChoice(named: text) else {
            throw ValidationError(
                "there is no video codec '\(text)': choose one of \(names(of: VideoCodecChoice.self))"
            )
        }
        return codec
    }

    @Sendable static func timecode(_ text: String) throws -> Timecode {
        try explained { () throws(ParseError) in try Timecode(parsing: text) }
    }

    @Sendable static func audioCodec(_ text: String) throws -> AudioCodec {
        try refuseCopy(text, as: "--audio-codec")
        guard let codec = AudioCodec(named: text) else {
            throw ValidationError("there is no audio codec '\(text)': choose one of \(names(of: AudioCodec.self))")
        }
        return codec
    }

    /// Refuses what other programs call a codec that copies.
    private static func refuseCopy(_ text: String, as option: String) throws {
        guard text.lowercased() == "copy" else { return }
        throw ValidationError("'\(text)' is no codec: without \(option), all that need not be encoded is copied")
    }

    static func explained<Value>(_ body: () throws(ParseError) -> Value) throws -> Value {
        do { return try body() } catch { throw ValidationError("\(error)") }
    }

    /// The choice of a name.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - refusal: What is said where there is none of this name; it gets the names that there are.
    /// - Returns: The choice.
    /// - Throws: What the parser says of it, in these words.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ text: String,
        refusal: (_ names: String) -> String
    ) throws -> Choice {
        guard let choice = Choice(rawValue: text) else { throw ValidationError(refusal(names(of: Choice.self))) }
        return choice
    }

    /// The names of all choices, for help and errors: `aac, opus, flac`.
    static func names<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> String
    where Choice.RawValue == String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
