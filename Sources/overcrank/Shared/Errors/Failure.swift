internal import Capture
internal import Comparison
internal import Composition
internal import Export
internal import MediaTime
internal import Pipeline
internal import Presets
internal import Sidecar
internal import Studio

/// What ends the command: a message, what the user can do, the cause, and an exit code.
struct Failure: Error {
    let status: ExitStatus
    let message: String
    var hint: String?
    var cause: String?
    /// The edits that it is about, by their names, and where they collide (source time): for a front end that marks them.
    var edits: [String] = []
    var range: TimeRange?
    var isVerbose = false

    var exitCode: Int32 { status.rawValue }

    /// On standard error: `error: …`, `hint: …`, and with `--verbose` `cause: …`; or one line of JSON.
    func report(asJSON: Bool = false) {
        let document = FailureDocument(message, hint: hint, cause: cause, status: exitCode)
        if asJSON, let line = try? JSON.line(document) { return Terminal.writeError(line) }
        lines().forEach(Terminal.writeError)
    }

    /// The lines that report it, with a text before the message.
    func lines(_ prefix: String = "") -> [String] {
        let parts = Self.parts(of: message)
        return ["error: \(prefix)\(parts[0])"] + parts.dropFirst() + (hint.map { ["hint: \($0)"] } ?? [])
            + (isVerbose ? cause.map { ["cause: \($0)"] } ?? [] : [])
    }

    /// A message, and the two lines behind it where it ends with the text of an edit and a mark below (``EditParseError``). Other line breaks
    /// are those of names, which begin no line.
    private static func parts(of message: String) -> [String] {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 2, let mark = lines.last, mark.contains("^"), mark.allSatisfy({ $0 == " " || $0 == "^" })
        else {
            return [message]
        }
        return [lines.dropLast(2).joined(separator: "\n")] + lines.suffix(2).map(String.init)
    }
}

extension Failure {
    /// Any error of the library as a failure. An error of another type is a fault of this program. `options` are those that a hint may
    /// name.
    init(_ error: any Error, options: HintedOptions = .export) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ExportError: self.init(error, options: options)
        case let error as CaptureError: self.init(error, options: options)
        case let error as ComparisonError: self.init(error)
        case let error as CompositionError: self.init(error)
        case let error as PresetError: self.init(error)
        case let error as SidecarError: self.init(error)
        case let error as TimeOverflow: self.init(error)
        case let error as ParseError: self.init(error)
        case let error as EditParseError: self.init(error)
        case let error as StudioError: self.init(error)
        case let error as ThreadError: self.init(status: .unavailable, message: "\(error)")
        default: self.init(status: .internalFault, message: "\(error)")
        }
    }
}
