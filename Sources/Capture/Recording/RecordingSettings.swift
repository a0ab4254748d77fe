public import MediaFormats
public import MediaTime

/// How a recording is to be made.
public struct RecordingSettings: Sendable {
    /// The file; its ending, mp4 or mov, chooses the container.
    public var path: String
    /// How files are named by the time at which they begin; `nil` where ``path`` is the name. Folders are made, and no file is
    /// ever replaced: a name that there is already gets a number.
    public let pattern: NamePattern?
    /// A file of that name is replaced.
    public var overwrites = false
    /// The folders that ``path`` names are made.
    public var makesFolders = false
    /// It goes on with an earlier recording: a name that is taken gets a number, and does not end it. Where no
    /// frame comes, no empty log is left.
    public var continues = false
    /// What ends it by itself.
    public var limits = RecordingLimits()
    /// How frames are stored; `nil` for ``FrameCoding/usual(for:)``.
    public var coding: FrameCoding?
    /// Where frames are encoded: of each `disposable` frames all but one can be left out later without encoding anew. With 1
    /// none can.
    public var disposable = 2
    /// Where frames are encoded with loss: the encoder's constant rate factor, lower is better.
    public var quality = 20
    /// When a file begins.
    public var start = RecordingStart.continuous
    /// How much of a continuous recording a file shows, in seconds: then the next one begins, and no frame is between both.
    /// Where the camera encodes by itself, it begins with the camera's next key frame. `nil` for one file.
    public var split: RationalTime?
    /// What a trigger does that comes while a file is written.
    public var retrigger = Retrigger.queue
    /// Memory for what is kept before a trigger, in bytes, of the machine's a quarter at most; with more the file begins
    /// later.
    public var preRollSize = 1 << 30
    /// How players turn the frames. The stored frames are not turned.
    public var rotation = FrameRotation.none
    /// Whether players mirror the frames left to right, before they turn them.
    public var isMirrored = false
    /// What is done to the microphone's audio before it is stored.
    public var audio = AudioConditioning()
    /// What is stored with it besides what the recorder knows; a key given here replaces the recorder's.
    public var metadata: [MetadataItem] = []
    /// Memory for frames that wait for the writer, in bytes; of the machine's an eighth at most.
    public var bufferSize = 256 << 20
    /// Each lost frame is written here as a line of JSON; `nil` for no such file.
    public var logPath: String?
    /// How the log is named by the time at which the recording begins, in place of ``logPath``; `nil` for no such file.
    public var logPattern: NamePattern?

    /// The usual settings for a file.
    public init(path: String) {
        self.path = path
        pattern = nil
    }

    /// The usual settings for files of a series.
    public init(pattern: NamePattern) {
        path = pattern.text
        self.pattern = pattern
    }

    /// Whether the files' names have numbers.
    var isNumbered: Bool { start.makesSegments || split != nil }

    /// The name of a numbered file, counted from 1: `clip-001.mp4`.
    static func path(_ path: String, ofFile number: Int) -> String {
        guard let dot = path.lastIndex(of: ".") else { return path }
        let digits = String(number)
        return path[..<dot] + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits + path[dot...]
    }
}

/// Limits that end a recording by themselves. Each ends it as ``Recorder/stop(_:)`` does.
public struct RecordingLimits: Hashable, Sendable {
    /// From the first frame: those at or after this instant are not recorded. It ends the recording also where no frame comes any
    /// more.
    public var duration: RationalTime?
    /// For how long a camera that has delivered frames may deliver none, by the system's monotonic clock; of a slow one for a few of
    /// its intervals at least; and of one that has delivered in the recording that this one continues, five seconds at least. `nil` for as
    /// long as it likes: it may wait for pulses from outside.
    public var silence: RationalTime?
    /// Bytes of the file.
    public var size: UInt64?
    /// Bytes that are to be left free on the file system.
    public var freeSpace: UInt64?

    /// No limits.
    public init() {}
}

extension RecordingSettings {
    /// The limits that hold while no frame has come: the duration of a file that begins with a trigger is not among them.
    var limitsOfWaiting: RecordingLimits {
        var limits = limits
        if start.preRoll != nil { limits.duration = nil }
        return limits
    }
}
