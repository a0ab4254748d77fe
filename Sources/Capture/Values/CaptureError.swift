/// An error of a camera, a microphone or a recording.
public struct CaptureError: Error, Sendable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is a file at the output's path already.
        case outputExists
        /// The output file cannot be created.
        case outputNotCreated
        /// The user may not create the output file there.
        case outputNotPermitted
        /// The output file cannot be written to its end.
        case writing
        /// The caller cancelled the work.
        case cancelled
        /// An encoder, a decoder or a container is missing, or it failed.
        case codec
        /// There is no such camera, or it is none.
        case noDevice
        /// There is no such microphone, or it is none.
        case noMicrophone
        /// The microphone has another number of channels than can be stored; one of them can be chosen.
        case tooManyChannels
        /// Another program uses the device.
        case busy
        /// The user may not use the device.
        case notPermitted
        /// The device or the format cannot do what was asked for.
        case unsupported
        /// The bus to which the camera is plugged in has no room for its frames.
        case noBandwidth
        /// There is no signal at the device's input, or none that is stable.
        case noSignal
        /// The signal at the device's input changed while it was used.
        case signalChanged
        /// The device was unplugged while it was used.
        case unplugged
        /// The device or its driver failed.
        case reading
        /// The settings contradict each other, or are none.
        case settings
        /// A function was called at a time when it may not be called. The calling program has a fault.
        case misuse
        /// The system cannot give what the work needs, a thread for example.
        case system
    }

    /// What kind of error it is.
    public let code: Code
    /// What failed, on what, and why. One sentence without a full stop.
    public let message: String
    /// The error of the driver or library below, where there is one.
    public let cause: (any Error)?

    /// Whether it failed because the disk is full, a quota is used up, or a file may not grow.
    public let isOutOfSpace: Bool

    /// Whether the same call may succeed a moment later, because the device is not ready for it now.
    let isMomentary: Bool

    init(
        _ code: Code,
        _ message: String,
        cause: (any Error)? = nil,
        isOutOfSpace: Bool = false,
        isMomentary: Bool = false
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isOutOfSpace = isOutOfSpace
        self.isMomentary = isMomentary
    }

    /// The message.
    public var description: String { message }
}
