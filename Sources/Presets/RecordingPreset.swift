public import Capture
public import MediaTime

/// How a camera is recorded. Values that are `nil` are left to the defaults.
public struct RecordingPreset: Hashable, Sendable {
    /// The format that is preferred: frame rate, size or least size, coding.
    public var preferences = FormatPreferences()
    /// How long each frame is exposed, in seconds of the camera's time; positive.
    public var shutter: RationalTime?
    /// How frames are stored.
    public var coding: FrameCoding?
    /// All but one of so many encoded frames can be left out later without encoding again.
    public var disposable: Int?
    /// The quality of encoded frames, on the codec's own scale.
    public var quality: Int?
    /// How players turn the video.
    public var rotation: FrameRotation?
    /// Whether players mirror the video, left to right.
    public var isMirrored: Bool?
    /// Which microphone is recorded.
    public var microphone: MicrophoneRequest?
    /// The longest duration of a file.
    public var duration: RationalTime?
    /// How long before its trigger a file begins.
    public var preRoll: RationalTime?
    /// The trigger that begins a file.
    public var trigger: RecordingTrigger?
    /// Whether each trigger makes a file of its own.
    public var makesSegments: Bool?

    /// A preset without values.
    public init() {}
}
