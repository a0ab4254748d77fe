internal import FFmpeg
public import MediaTime

/// One way for a camera to deliver frames: how they are coded, how large they are, and how long each lasts.
public struct CaptureMode: Hashable, Sendable {
    /// How a frame is coded or lies in memory.
    public let format: FourCharacterCode
    /// The size of every frame.
    public let size: FrameSize
    /// From one frame to the next, as the exact fraction that the camera listed or granted; where it says none, as measured.
    public let frameDuration: RationalTime
    /// Whether the camera says how long a frame lasts. Drivers whose sensor is another device often do not.
    public private(set) var statesRate = true
    /// What the samples stand for, as far as the camera that granted the mode says it.
    private(set) var colour = ColourDescription()
    /// Which lines each frame has, as the camera says that granted the mode.
    public private(set) var fields = FrameFields.progressive

    /// A mode.
    public init(format: FourCharacterCode, size: FrameSize, frameDuration: RationalTime) {
        self.format = format
        self.size = size
        self.frameDuration = frameDuration
    }
}

extension CaptureMode {
    /// The same mode of a camera that does not say how long a frame lasts, which is measured, or is yet to be.
    func lasting(_ measured: RationalTime) -> CaptureMode {
        var mode = CaptureMode(format: format, size: size, frameDuration: measured).coloured(colour).with(fields)
        mode.statesRate = false
        return mode
    }

    /// What is supposed of a frame's duration until it is measured, in seconds.
    static let supposedDuration = RationalTime(1, 30)

    /// Frames a second, as the camera says; `nil` where it does not.
    public var statedRate: FrameRate? { statesRate ? FrameRate(frameDuration: frameDuration) : nil }

    /// The same mode of a camera that says what its samples stand for.
    func coloured(_ colour: ColourDescription) -> CaptureMode {
        var mode = self
        mode.colour = colour
        return mode
    }

    /// The same mode of a camera whose frames have such lines.
    func with(_ fields: FrameFields) -> CaptureMode {
        var mode = self
        mode.fields = fields
        return mode
    }

    /// Whether its rate is above 30 frames a second.
    public var isHighFrameRate: Bool { frameDuration < RationalTime(1, 30) }

    /// Whether frames refer to others: H.264 and HEVC.
    var isStream: Bool { CameraFormat(format)?.stream != nil }
}
