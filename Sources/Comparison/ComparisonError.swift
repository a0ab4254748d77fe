internal import Export
internal import FFmpeg
internal import Files
internal import Glibc
internal import Pipeline
public import MediaTime

/// A comparison that cannot be done.
public struct ComparisonError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Hashable, Sendable {
        /// The clip has no audio in the compared part.
        case noAudio
        /// Settings contradict each other or the clip.
        case settings
        /// Times or rates whose fractions are too large to be computed exactly.
        case overflow
        /// An algorithm cannot play a rate, or audio of this sample rate.
        case algorithm
        /// A file of another program is for a rate that is not compared. The rates are those that are compared.
        case otherRateNotCompared(rates: [PlaybackRate])
        /// The length of the file of another program, at this path, fits none of the compared rates.
        case otherRateUnknown(path: String)
        /// The decoded renderings need more memory than ``ComparisonPlan/maximumAudioBytes``.
        case tooLong
        /// A file is no media file, or it is damaged beyond use.
        case unreadable
        /// This libav lacks what is needed.
        case unsupported
        /// A directory of that name exists. It may be replaced, but that was not asked for.
        case outputExists
        /// A directory of that name exists, and holds files that no comparison made, or an input. It is never replaced.
        case outputNotReplaceable
        /// The directory cannot be created.
        case outputNotCreated
        /// The user may not create the directory there.
        case outputNotPermitted
        /// There is no space left for the results.
        case noSpace
        /// The results cannot be written to their end.
        case writing
        /// The system cannot start another thread.
        case system
        /// The comparison was cancelled.
        case cancelled
        /// A fault of this library.
        case fault
    }

    /// What went wrong.
    public let code: Code
    /// What failed, on what, and why, in one sentence without a full stop.
    public let message: String
    /// The error behind this one: an `ExportError`, or what libav or the system says.
    public let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
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
            case .nothingToExport, .nothingPlayed: .noAudio
            case .settings, .encoderPresetUnknown, .notDecimatable, .filters: .settings
            case .timesTooFine: .overflow
            case .pitchNotPlayable, .audioNotStretchable: .algorithm
            case .inputMissing, .inputNotPermitted, .inputUnreadable, .damaged, .captureRateUnknown, .notAligned,
                .frameEndless:
                .unreadable
            case .unsupported, .sampleTooLong, .encrypted, .nothingDisposable, .videoNotCarried, .audioNotCarried,
                .channelsNotCarried, .constantRateNeeded,
                .encodingNeeded:
                .unsupported
            case .outputExists, .outputIsInput, .outputNotCreated: .outputNotCreated
            case .outputNotPermitted: .outputNotPermitted
            case .noSpace: .noSpace
            case .writing, .outputDiffers: .writing
            case .cancelled: .cancelled
            case .containerMismatch, .fault: .fault
            }
        self.init(code, error.message, cause: error)
    }

    /// A directory or a file of the results that cannot be created.
    init(_ error: OutputFileError) {
        let code: Code =
            switch error.code {
            case .exists: .outputExists
            case .isInput: .outputNotReplaceable
            case .notCreated: .outputNotCreated
            case .notPermitted: .outputNotPermitted
            case .noSpace: .noSpace
            }
        self.init(code, error.message, cause: error.cause)
    }

    /// A file of the results that cannot be written or removed.
    init(_ error: FileError) {
        self.init(error.isFull ? .noSpace : .writing, error.description)
    }

    /// A file of the results that cannot be read back.
    init(_ error: SmallFileError) { self.init(.writing, error.message) }

    /// A thread that cannot be started.
    init(_ error: ThreadError) { self.init(.system, "\(error)") }

    /// A failure of libav.
    init(_ error: FFmpegError) {
        let isFull = error.errno == ENOSPC || error.errno == EDQUOT
        self.init(isFull ? .noSpace : .unsupported, error.description, cause: error)
    }
}
