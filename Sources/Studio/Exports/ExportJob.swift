internal import PathNames

/// An export of a session's queue.
public struct ExportJob: Hashable, Sendable {
    /// How far it is.
    public enum Stage: String, Sendable {
        /// Others come first.
        case waiting
        /// It runs.
        case running
        /// The file is there.
        case done
        /// There is no file.
        case failed
        /// Somebody gave it up.
        case cancelled
    }

    /// The session's number for it.
    public let id: Int
    /// Its command line, behind the name of the program.
    public let arguments: [String]
    /// The path of the result.
    public let output: String
    /// How far it is.
    public internal(set) var stage = Stage.waiting
    /// How much is done, from 0 to 1.
    public internal(set) var fraction = 0.0
    /// How long it will take, in seconds; `nil` where that is not known.
    public internal(set) var secondsLeft: Double?
    /// What the program said at last; `nil` where it said nothing.
    public internal(set) var message: String?
    /// The number of the result among the session's clips; `nil` until it is there.
    public internal(set) var clip: Int?

    /// As it is typed in a shell.
    public var line: String { ShellText.line(["overcrank"] + arguments) }
}
