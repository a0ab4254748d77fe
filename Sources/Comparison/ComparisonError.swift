internal import Export
internal import FFmpeg
internal import Files
internal import Glibc

/// A comparison that cannot be done.
public struct ComparisonError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case noAudio, settings, tooLong, unreadable, unsupported
            case outputExists, outputNotCreated, outputNotPermitted, writing, cancelled, fault
        }
        private let value: Value

        /// The clip holds no audio in that range.
        public static let noAudio = Code(value: .noAudio)
        /// Settings contradict each other or the clip.
        public static let settings = Code(value: .settings)
        /// The renderings are more than a browser holds.
        public static let tooLong = Code(value: .tooLong)
        /// A file is no media file, or damaged beyond use.
        public static let unreadable = Code(value: .unreadable)
        /// This libav lacks what is needed.
        public static let unsupported = Code(value: .unsupported)
        /// The directory is there already and may not be replaced.
        public static let outputExists = Code(value: .outputExists)
        /// The directory cannot be created.
        public static let outputNotCreated = Code(value: .outputNotCreated)
        /// The directory may not be created there.
        public static let outputNotPermitted = Code(value: .outputNotPermitted)
        /// The results cannot be written to their end.
        public static let writing = Code(value: .writing)
        /// The user gave it up.
        public static let cancelled = Code(value: .cancelled)
        /// A fault of this library.
        public static let fault = Code(value: .fault)

        /// The code's name.
        public var description: String { value.rawValue }
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What failed, on what, and why.
    public let message: String
    /// What the user can do.
    public let hint: String?
    /// The underlying error's words: libav's last log line, the system's error.
    public let cause: String?

    init(_ code: Code, _ message: String, hint: String? = nil, cause: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}

extension ComparisonError {
    /// A rendering that failed.
    init(_ error: ExportError) {
        let code: Code =
            switch error.code {
            case .nothingToExport: .noAudio
            case .settings: .settings
            case .inputMissing, .inputNotPermitted, .inputUnreadable: .unreadable
            case .unsupported: .unsupported
            case .outputExists, .outputIsInput, .outputNotCreated: .outputNotCreated
            case .outputNotPermitted: .outputNotPermitted
            case .writing: .writing
            case .cancelled: .cancelled
            default: .fault
            }
        self.init(code, error.message, hint: error.hint, cause: error.cause)
    }

    /// A failure to create the directory.
    init(_ error: OutputFileError) {
        switch error.code {
        case .exists: self.init(.outputExists, error.message, hint: "name another directory with -o")
        case .isInput, .notCreated: self.init(.outputNotCreated, error.message)
        case .notPermitted: self.init(.outputNotPermitted, error.message)
        case .noSpace: self.init(.writing, error.message, hint: "free space, or write elsewhere with -o")
        }
    }

    /// A file of the results that cannot be written or removed.
    init(_ error: FileError) { self.init(.writing, error.description) }

    /// A file of the results that cannot be read back.
    init(_ error: SmallFileError) { self.init(.writing, error.message) }

    /// A failure of libav.
    init(_ error: FFmpegError) {
        let isFull = error.errno == ENOSPC || error.errno == EDQUOT
        self.init(
            isFull ? .writing : .unsupported,
            error.description,
            hint: isFull ? "free space, or write elsewhere with -o" : nil,
            cause: error.logLine
        )
    }
}
