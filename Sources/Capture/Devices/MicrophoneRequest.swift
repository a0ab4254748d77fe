internal import MediaTime

/// Which microphone a recording is to have.
public enum MicrophoneRequest: Hashable, Sendable {
    /// The user's usual one, where there is one; the synthetic camera has its own.
    case usual
    /// None: the recording is silent.
    case none
    /// The one with this name, by which ALSA knows it.
    case named(String)

    /// Opens the microphone, or hears the one that is open for another camera of the group; `nil` for none.
    ///
    /// - Throws: ``CaptureError`` where one is wanted that cannot be had.
    func open(
        beside camera: any CaptureStream,
        _ member: RecorderGroup.Member? = nil
    ) throws(CaptureError) -> (any AudioStream)? {
        switch self {
        case .none:
            return nil
        case .named(CameraRequest.synthetic):
            return synthetic(beside: camera)
        case .named(let name):
            return try open(name, member)
        case .usual:
            if camera.device.driver == SyntheticCamera.driver { return synthetic(beside: camera) }
            do {
                return try open(Microphone.usual, member)
            } catch {
                // A machine without a microphone records without audio.
                if error.code == .noMicrophone { return nil }
                throw error
            }
        }
    }

    private func open(_ name: String, _ member: RecorderGroup.Member?) throws(CaptureError) -> any AudioStream {
        guard let member else { return try Microphone.open(name) }
        return try member.microphone(name) { name throws(CaptureError) in try Microphone.open(name) }
    }

    private func synthetic(beside camera: any CaptureStream) -> (any AudioStream)? {
        FrameRate(frameDuration: camera.mode.frameDuration).map { SyntheticMicrophone(frameRate: $0) }
    }
}

extension MicrophoneRequest {
    /// `none`, or a microphone's name.
    public init(parsing text: String) { self = text == "none" ? .none : .named(text) }
}
