internal import FFmpeg
internal import MediaFormats

/// Stores frames that the camera has encoded, as they are.
final class FrameCopier: FrameCoder {
    private(set) var track: Muxer.StreamDescription
    private let mode: CaptureMode
    private let format: CameraFormat
    private(set) var firstTime: Int64?

    /// - Throws: ``CaptureError`` `.unsupported` for a format that is not known, or that the container has no place for.
    init(mode: CaptureMode, container: Container) throws(CaptureError) {
        guard let format = CameraFormat(mode.format) else {
            throw CaptureError(.unsupported, "frames in \(mode.format) cannot be stored as they come")
        }
        if format.codec == nil, format.quickTimeCode == nil || container != .mov {
            let reason = format.quickTimeCode == nil ? "in no file of ours" : "in mov files only"
            throw CaptureError(
                .unsupported,
                "frames in \(mode.format) can be stored as they come \(reason); ffv1 keeps every sample as well"
            )
        }
        (self.mode, self.format) = (mode, format)
        track = try Self.track(format, mode, mode.size)
    }

    private static func track(
        _ format: CameraFormat,
        _ mode: CaptureMode,
        _ size: FrameSize
    ) throws(CaptureError) -> Muxer.StreamDescription {
        do {
            return Muxer.StreamDescription(
                parameters: try CodecParameters.frames(
                    codec: format.codec ?? "rawvideo",
                    width: size.width,
                    height: size.height,
                    pixelFormat: PixelFormat(named: format.pixelFormat),
                    fourCC: format.codec == nil ? format.quickTimeCode : nil,
                    // An image says it itself.
                    colour: format.codec == nil ? mode.colour : ColourDescription(),
                    fieldOrder: mode.fields.order
                ),
                timeBase: TimeBase.microseconds,
                disposition: .defaultStream
            )
        } catch {
            throw CaptureError(error)
        }
    }

    func take(
        _ frame: borrowing QueuedFrame,
        at time: Int64,
        backlog: Backlog,
        _ body: (consuming Packet) throws -> Void
    ) throws {
        if firstTime == nil {
            firstTime = time
            // The camera may not have kept its word.
            if let size = frame.packet.withPayload({ ImageCheck.size(of: $0, in: mode) }), size != mode.size {
                track = try Self.track(format, mode, size)
            }
        }
        try body(frame.packet(at: time, isKey: true))
    }

    /// Each frame is coded by itself.
    func beginAnew(at time: Int64) {}

    func finish(_ body: (consuming Packet) throws -> Void) throws {}
}
