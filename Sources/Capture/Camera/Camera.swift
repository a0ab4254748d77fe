internal import FFmpeg
package import MediaTime
internal import Video4Linux

/// An open camera: the seam between the kinds of camera and what probes and locks them.
///
/// One thread at a time uses it. What was changed stays changed when it is closed.
package protocol Camera: AdjustableCamera {
    /// All formats with their sizes and rates. Where sizes lie on a grid, rates are listed for `sizes`, too.
    func formats(including sizes: [FrameSize]) throws(CaptureError) -> [CaptureFormat]

    /// Keeps other programs from changing the camera for as long as it is open.
    ///
    /// - Throws: ``CaptureError`` `.busy` where another one was first.
    func claim() throws(CaptureError)

    /// Which of the connectors frames come from; `nil` where the camera has none to choose from.
    func input() throws(CaptureError) -> Int32?

    /// Chooses a connector.
    func setInput(_ input: Int32) throws(CaptureError)

    /// Finds out which signal comes in where the connector is a digital one (HDMI, SDI).
    ///
    /// - Parameter follows: whether the connector is set to it.
    /// - Returns: the size of the signal's frames; `nil` for other connectors.
    /// - Throws: ``CaptureError`` `.noSignal`, or `.unsupported` for a signal that the camera cannot take.
    func signal(follows: Bool) throws(CaptureError) -> FrameSize?

    /// What is set now; the frame duration is `nil` where the camera does not say.
    func frame() throws(CaptureError) -> CameraFrameFormat

    /// Sets coding and size.
    ///
    /// - Returns: what the camera made of it.
    func setFrame(_ format: FourCharacterCode, _ size: FrameSize) throws(CaptureError) -> CameraFrameFormat

    /// Sets coding, size and fields back to what they were.
    func setBack(_ frame: CameraFrameFormat) throws(CaptureError)

    /// Sets the time from frame to frame.
    ///
    /// - Returns: what the camera made of it; `nil` where it does not say.
    func setFrameDuration(_ duration: RationalTime) throws(CaptureError) -> RationalTime?

    /// A stream of frames as they are set now, which keeps the camera open. So many cameras deliver at the same time, and
    /// divide the memory for it.
    func stream(_ mode: CaptureMode, sharedBy count: Int) throws(CaptureError) -> any CaptureStream
}

extension Camera {
    package func signal(follows: Bool) throws(CaptureError) -> FrameSize? { nil }

    package func setBack(_ frame: CameraFrameFormat) throws(CaptureError) { _ = try setFrame(frame.format, frame.size) }

    /// A stream of the only camera.
    func stream(_ mode: CaptureMode) throws(CaptureError) -> any CaptureStream { try stream(mode, sharedBy: 1) }
}

/// What a camera is set to.
package struct CameraFrameFormat: Hashable, Sendable {
    package var format: FourCharacterCode
    /// Of a frame: where its fields come one by one, of both together.
    package var size: FrameSize
    /// `nil` where the camera does not say.
    package var frameDuration: RationalTime?
    /// What the samples stand for, as far as the camera says it.
    var colour = ColourDescription()
    /// Which lines a frame has.
    var fields = FrameFields.progressive
    /// How they lie in a driver's buffers.
    var layout = FieldLayout.unstated

    package init(format: FourCharacterCode, size: FrameSize, frameDuration: RationalTime?) {
        self.format = format
        self.size = size
        self.frameDuration = frameDuration
    }
}
