public import Capture
public import MediaTime

/// How a camera is recorded: what a person would else type as options of `record`. Whatever is `nil` is left to the
/// defaults.
public struct RecordingPreset: Hashable, Sendable {
    /// What is asked of the camera: rate, size or least size, format.
    public var wishes = FormatPreferences()
    /// How long each frame is exposed, in seconds of the camera's time; positive.
    public var shutter: RationalTime?
    /// How frames are stored.
    public var coding: FrameCoding?
    /// Of so many encoded frames all but one can be left out later.
    public var disposable: Int?
    /// On the codec's own scale.
    public var quality: Int?
    /// How players turn the frames clockwise, in degrees.
    public var rotation: Int?
    /// Whether players mirror them.
    public var isMirrored: Bool?
    /// Which microphone is recorded.
    public var microphone: MicrophoneRequest?
    /// How long a file is at most.
    public var duration: RationalTime?
    /// How far before its trigger a file begins.
    public var preRoll: RationalTime?
    /// What begins a file by itself.
    public var trigger: RecordingTrigger?
    /// Whether the next trigger makes another file.
    public var makesSegments: Bool?

    /// A preset that says nothing.
    public init() {}
}
