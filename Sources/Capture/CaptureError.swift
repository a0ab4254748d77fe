internal import FFmpeg
internal import Files
internal import Glibc

/// A recording that cannot be made.
public struct CaptureError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case outputExists, outputNotCreated, outputNotPermitted, writing, cancelled, codec
            case noDevice, busy, notPermitted, unsupported, unplugged, reading, misuse
        }
        private let value: Value

        /// The output is there already.
        public static let outputExists = Code(value: .outputExists)
        /// The output cannot be created.
        public static let outputNotCreated = Code(value: .outputNotCreated)
        /// The output may not be created there.
        public static let outputNotPermitted = Code(value: .outputNotPermitted)
        /// The output cannot be written to its end.
        public static let writing = Code(value: .writing)
        /// The user gave it up.
        public static let cancelled = Code(value: .cancelled)
        /// An encoder or a container is not there.
        public static let codec = Code(value: .codec)

        /// There is no such camera, or it is none.
        public static let noDevice = Code(value: .noDevice)
        /// Another program holds the camera.
        public static let busy = Code(value: .busy)
        /// The camera may not be used by this user.
        public static let notPermitted = Code(value: .notPermitted)
        /// The camera cannot do what was asked for.
        public static let unsupported = Code(value: .unsupported)
        /// The camera has gone while it was in use.
        public static let unplugged = Code(value: .unplugged)
        /// The camera's driver failed.
        public static let reading = Code(value: .reading)
        /// The library was called in a way or at a time that makes no sense; the message says which.
        public static let misuse = Code(value: .misuse)

        /// The code's name.
        public var description: String { value.rawValue }
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What failed, on what, and why.
    public let message: String
    /// The underlying error's words.
    public let cause: String?

    /// Whether it failed because the disk is full.
    let isOutOfSpace: Bool

    init(_ code: Code, _ message: String, cause: String? = nil, isOutOfSpace: Bool = false) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isOutOfSpace = isOutOfSpace
    }

    init(_ error: OutputFileError) {
        let code: Code =
            switch error.code {
            case .exists, .isInput: .outputExists
            case .notPermitted: .outputNotPermitted
            case .noSpace: .writing
            case .notCreated: .outputNotCreated
            }
        self.init(code, error.message, isOutOfSpace: error.code == .noSpace)
    }

    /// A full disk, a used-up quota, a file that may not be larger.
    private static let spaceErrors: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]

    init(_ error: FFmpegError) {
        let isWriting = error.errno.map { $0 == EIO || Self.spaceErrors.contains($0) } ?? false
        self.init(
            isWriting ? .writing : .codec,
            error.description,
            cause: error.logLine,
            isOutOfSpace: error.errno.map(Self.spaceErrors.contains) ?? false
        )
    }

    init(_ error: FileError) {
        self.init(.writing, "cannot \(error.operation) the recording: \(error.reason)", isOutOfSpace: Self.spaceErrors.contains(error.errno))
    }

    /// Any error of what a recording is made with.
    init(anything error: any Error) {
        switch error {
        case let error as CaptureError: self = error
        case let error as OutputFileError: self.init(error)
        case let error as FFmpegError: self.init(error)
        case let error as FileError: self.init(error)
        default: self.init(.codec, "\(error)")
        }
    }

    /// The message.
    public var description: String { message }
}
