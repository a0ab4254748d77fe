internal import FFmpeg
internal import Files
internal import Glibc
internal import Pipeline

/// The errors of the modules below as errors of this one.
extension CaptureError {
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

    /// The numbers for a full disk, a used-up quota, and a file that may not grow.
    private static let spaceErrors: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]

    init(_ error: FFmpegError) {
        let isWriting = error.errno.map { $0 == EIO || Self.spaceErrors.contains($0) } ?? false
        self.init(
            isWriting ? .writing : .codec,
            error.description,
            cause: error,
            isOutOfSpace: error.errno.map(Self.spaceErrors.contains) ?? false
        )
    }

    init(_ error: FileError) {
        self.init(
            .writing,
            "cannot \(error.operation) \(error.path ?? "the recording"): \(error.reason)",
            cause: error,
            isOutOfSpace: Self.spaceErrors.contains(error.errno)
        )
    }

    init(_ error: ThreadError) { self.init(.system, error.description, cause: error) }

    /// Any error that can occur while a recording is made.
    init(anything error: any Error) {
        switch error {
        case let error as CaptureError: self = error
        case let error as OutputFileError: self.init(error)
        case let error as FFmpegError: self.init(error)
        case let error as FileError: self.init(error)
        case let error as ThreadError: self.init(error)
        default: self.init(.codec, "\(error)", cause: error)
        }
    }
}
