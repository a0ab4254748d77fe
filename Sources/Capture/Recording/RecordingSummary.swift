public import MediaTime

/// Why a recording ended.
public enum RecordingEnd: String, Hashable, Sendable, CaseIterable {
    /// It was as long as allowed.
    case duration
    /// The file was as large as allowed.
    case size
    /// There was no more room than was to be left, or none at all.
    case space
    /// The program was told to end.
    case signal
    /// The camera went.
    case unplugged
    /// The signal at the camera's input became another one, or went.
    case signalChanged
    /// The camera's driver failed. Opened anew it may deliver again.
    case driverFailed
    /// The camera delivered nothing for longer than ``RecordingLimits/silence``.
    case silence
    /// The user said so.
    case key
    /// Something failed.
    case error
}

/// A recording, when it is finished.
public struct RecordingSummary: Sendable {
    /// Its files, in order.
    public internal(set) var files: [RecordedFile] = []
    /// Which camera it was.
    public let device: CaptureDeviceInfo
    /// What was asked of it; `nil` where anything would do.
    public let requested: FrameRate?
    /// What it granted.
    public let granted: CaptureMode
    /// Frames a second by the driver's timestamps: those that were taken less one, over the time from the first to the
    /// last, lost ones counted in. `nil` for fewer than two.
    public internal(set) var measuredRate: Double?
    /// Frames that were lost: in recording, and where a trigger is waited for from the beginning of watching on.
    public internal(set) var lost = LossCounts()
    /// How many of these are missing within the files, between the first frame and the end of each; `nil` where there were too many
    /// losses to tell.
    public internal(set) var lostWithinFiles: Int64?
    /// How many frames the recording lacks: where a trigger was waited for, those that are missing within the files; else those that were
    /// lost since the first one that is stored. All that were lost where there is no file, or where there were too many losses to tell.
    public internal(set) var lostFromRecording: Int64 = 0
    /// What was heard; `nil` without a microphone.
    public internal(set) var audio: RecordedAudio?
    /// The path of the log; `nil` where there is none.
    public internal(set) var logPath: String?
    /// What was wrong with the audio.
    public internal(set) var audioWarnings: [AudioWarning] = []
    /// Why it ended.
    public internal(set) var end: RecordingEnd
    /// What failed, where something did; what was recorded until then is in the files.
    public internal(set) var failure: CaptureError?
    /// What was changed on the way to keep up, in words.
    public internal(set) var notes: [String] = []
}

/// What a recording's microphone delivered.
public struct RecordedAudio: Hashable, Sendable {
    /// Its name, for people.
    public let device: String
    /// Samples of each channel that the files hold.
    public let samples: Int64
    /// How much faster than stated its clock went by the system's, in millionths; put right in the file. `nil` where there
    /// was not enough audio to tell, which takes 20 seconds.
    public let drift: Double?
    /// Samples of each channel for which there was no room in memory, or that came when silence was stored for them: silence in the file.
    public let lostSamples: Int64
}

/// One file of a recording.
public struct RecordedFile: Hashable, Sendable {
    /// Where it is.
    public let path: String
    /// Its frames.
    public internal(set) var frames: Int64 = 0
    /// Samples of each channel of its audio.
    public internal(set) var samples: Int64 = 0
    /// From its first frame to the end of its last one.
    public internal(set) var duration = RationalTime.zero
    /// Its length in bytes.
    public internal(set) var bytes: UInt64 = 0
    /// When its first frame was taken, by the system's monotonic clock.
    public internal(set) var start: RationalTime
    /// How much later than another camera's file it begins; `nil` where one camera is recorded.
    public internal(set) var offset: FileOffset?
}

/// How a recording goes.
public struct RecordingFigures: Hashable, Sendable {
    /// From the first frame of the file to the newest one.
    public internal(set) var elapsed = RationalTime.zero
    /// Bytes of the file.
    public internal(set) var bytes: UInt64 = 0
    /// Frames in the file.
    public internal(set) var frames: Int64 = 0
    /// Frames lost until now.
    public internal(set) var lost = LossCounts()
    /// Frames that wait for the writer.
    public internal(set) var queued = 0
    /// Bytes that the file system has room for; `nil` where it does not say.
    public internal(set) var freeSpace: UInt64?
    /// How loud each channel is; empty without a microphone.
    public internal(set) var levels: [ChannelLevel] = []

    /// None yet.
    public init() {}
}

/// What happens in the course of a recording.
public enum RecordingEvent: Sendable {
    /// The recorder's state is another.
    case state(RecordingState)
    /// Frames were lost.
    case loss(Loss)
    /// A file is begun.
    case began(path: String)
    /// A file is finished.
    case finished(RecordedFile)
    /// A control was changed.
    case control(RecordedControlChange)
    /// Something was changed to keep up, in words.
    case note(String)
}
