internal import FFmpeg
internal import Files
internal import Glibc

/// An export that cannot be done.
public struct ExportError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case inputMissing, inputNotPermitted, inputUnreadable, nothingToExport, settings, unsupported
            case outputExists, outputIsInput, outputNotCreated, outputNotPermitted, writing, cancelled, fault
        }
        private let value: Value

        /// There is no such file.
        public static let inputMissing = Code(value: .inputMissing)
        /// The file may not be read.
        public static let inputNotPermitted = Code(value: .inputNotPermitted)
        /// The file is no media file, or damaged beyond use.
        public static let inputUnreadable = Code(value: .inputUnreadable)
        /// The range or the file holds neither video nor audio.
        public static let nothingToExport = Code(value: .nothingToExport)
        /// Settings contradict each other or the input.
        public static let settings = Code(value: .settings)
        /// A codec or container is not there, or they do not go together.
        public static let unsupported = Code(value: .unsupported)
        /// The output is there already.
        public static let outputExists = Code(value: .outputExists)
        /// The output is one of the inputs.
        public static let outputIsInput = Code(value: .outputIsInput)
        /// The output cannot be created.
        public static let outputNotCreated = Code(value: .outputNotCreated)
        /// The output may not be created there.
        public static let outputNotPermitted = Code(value: .outputNotPermitted)
        /// The output cannot be written to its end.
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

extension ExportError {
    /// A failure to read the input.
    init(reading path: String, _ error: FFmpegError) {
        let cause = error.logLine ?? error.description
        switch error.errno {
        case ENOENT:
            self.init(.inputMissing, "no such file: \(path)", cause: cause)
        case EACCES:
            self.init(.inputNotPermitted, "cannot read \(path): permission denied", cause: cause)
        default:
            self.init(
                .inputUnreadable,
                "cannot read \(path): \(Self.readingReason(error))",
                hint: error.logLine.map { "libav says: \($0)" },
                cause: cause
            )
        }
    }

    private static func readingReason(_ error: FFmpegError) -> String {
        if error.logLine?.contains("moov atom not found") == true {
            return "it is not a media file, or it is cut short: its index (moov) is missing"
        }
        return error.isInvalidData || error.isEndOfFile ? "it is not a media file, or it is damaged" : error.reason
    }

    /// A failure to create the output.
    init(_ error: OutputFileError) {
        switch error.code {
        case .exists: self.init(.outputExists, error.message, hint: "--force replaces it")
        case .isInput: self.init(.outputIsInput, error.message, hint: "name another file with -o")
        case .notPermitted: self.init(.outputNotPermitted, error.message)
        case .noSpace: self.init(.writing, error.message, hint: "free space, or write elsewhere with -o")
        case .notCreated: self.init(.outputNotCreated, error.message)
        }
    }

    /// A failure to write the output.
    init(writing path: String, _ error: FFmpegError) {
        let cause = error.logLine ?? error.description
        switch error.errno {
        case ENOSPC, EDQUOT:
            self.init(
                .writing,
                "cannot write \(path): no space left on the device",
                hint: "free space, or write elsewhere with -o",
                cause: cause
            )
        case EIO, EFBIG:
            self.init(.writing, "cannot write \(path): \(error.reason)", cause: cause)
        default:
            self.init(
                .unsupported,
                "cannot write \(path): \(error.reason)",
                hint: error.logLine.map { "libav says: \($0)" },
                cause: cause
            )
        }
    }
}
