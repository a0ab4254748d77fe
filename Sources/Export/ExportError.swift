internal import FFmpeg
internal import Files
internal import Glibc
public import MediaFormats
internal import MediaTime
public import TimeStretch

/// An export that cannot be done.
public struct ExportError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, and what can be chosen instead.
    public enum Code: Hashable, Sendable {
        /// There is no such file.
        case inputMissing
        /// The file may not be read.
        case inputNotPermitted
        /// The file is no media file, or damaged beyond use.
        case inputUnreadable
        /// An input is damaged, and damage was to be refused.
        case damaged
        /// The file holds neither video nor audio, or none that can be exported.
        case nothingToExport
        /// What is asked for leaves nothing of it: nothing lies in the range, or that lasts less than a sample, or all is muted.
        case nothingPlayed
        /// Nothing says how many frames a second were captured.
        case captureRateUnknown
        /// Settings contradict each other or the input.
        case settings
        /// An instant, a rate or a duration has too many digits to be calculated with exactly.
        case timesTooFine
        /// The encoder has no preset of that name. `known` are those that it has.
        case encoderPresetUnknown(known: [String])
        /// Two frames are too far apart for a constant rate.
        case frameEndless
        /// A frame lasts longer than the container can say, or a hole does.
        case sampleTooLong
        /// Frames cannot be left out of this track, because it cannot be copied or comes from several clips.
        case notDecimatable
        /// Other frames refer to every frame, so that none can be left out.
        case nothingDisposable
        /// The pitch algorithm cannot play a rate or a ramp.
        case pitchNotPlayable(PitchAlgorithm.Obstacle)
        /// The pitch algorithm refuses the audio or its map.
        case audioNotStretchable
        /// Filters that libavfilter refuses, or that change how many frames there are, or when they are shown.
        case filters
        /// Two clips have too little in common to be aligned by it.
        case notAligned
        /// The container cannot carry the video codec.
        case videoNotCarried(VideoCodec, Container)
        /// The container cannot carry the audio codec.
        case audioNotCarried(AudioCodec, Container)
        /// The audio codec, or what the container says of it, has no name for the layout of the channels.
        case channelsNotCarried(AudioCodec, Container)
        /// Frames would have to be encoded, and were to be copied only.
        case encodingNeeded
        /// The container stores constant frame rates only, and none was asked for.
        case constantRateNeeded
        /// The video, or all that there is, is encrypted.
        case encrypted
        /// This libav lacks what is needed.
        case unsupported
        /// The name of the output belongs to another container than the plan's.
        case containerMismatch
        /// The output is there already.
        case outputExists
        /// The output is one of the inputs.
        case outputIsInput
        /// The output cannot be created.
        case outputNotCreated
        /// The output may not be created there.
        case outputNotPermitted
        /// There is no space left for the output.
        case noSpace
        /// The output cannot be written to its end.
        case writing
        /// The finished output is not what was planned.
        case outputDiffers
        /// The export was cancelled.
        case cancelled
        /// A fault of this library.
        case fault
    }

    /// What went wrong.
    public let code: Code
    /// What failed, on what, and why.
    public let message: String
    /// The error below, where there is one.
    public let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }

    /// What libav logged about the failure, where it did.
    public var libavMessage: String? { (cause as? FFmpegError)?.logLine }
}

extension ExportError {
    /// A failure to read the input.
    init(reading path: String, _ error: FFmpegError) {
        switch error.errno {
        case ENOENT: self.init(.inputMissing, "no such file: \(path)", cause: error)
        case EACCES: self.init(.inputNotPermitted, "cannot read \(path): permission denied", cause: error)
        default: self.init(.inputUnreadable, "cannot read \(path): \(Self.readingReason(error))", cause: error)
        }
    }

    /// Any failure while a file is read.
    init(whileReading path: String, _ error: any Error) {
        switch error {
        case let error as ExportError: self = error
        case let error as FFmpegError: self.init(reading: path, error)
        case let error as TimeOverflow: self.init(.timesTooFine, "\(error)", cause: error)
        default: self.init(.fault, "\(error)", cause: error)
        }
    }

    private static func readingReason(_ error: FFmpegError) -> String {
        if error.logLine?.contains("moov atom not found") == true {
            return "it is not a media file, or it is cut short: its index (moov) is missing"
        }
        if error.isUnreadFormat { return "its format is none of those that are read" }
        return error.isInvalidData || error.isEndOfFile ? "it is not a media file, or it is damaged" : error.reason
    }

    /// A failure to create the output.
    init(_ error: OutputFileError) {
        let code: Code =
            switch error.code {
            case .exists: .outputExists
            case .isInput: .outputIsInput
            case .notPermitted: .outputNotPermitted
            case .noSpace: .noSpace
            case .notCreated: .outputNotCreated
            }
        self.init(code, error.message, cause: error.cause)
    }

    /// A failure to write the output.
    init(writing path: String, _ error: FFmpegError) {
        switch error.errno {
        case ENOSPC, EDQUOT:
            self.init(.noSpace, "cannot write \(path): no space left on the device", cause: error)
        case EIO, EFBIG:
            self.init(.writing, "cannot write \(path): \(error.reason)", cause: error)
        default:
            self.init(.unsupported, "cannot write \(path): \(error.reason)", cause: error)
        }
    }
}
