internal import FFmpeg
internal import MediaTime

/// Makes packets of a camera's pictures.
protocol PictureCoder: AnyObject {
    /// What the file is told of the track, complete when there is a packet. Packets' timestamps are in its unit.
    var track: Muxer.StreamDescription { get }

    /// Takes a picture that is shown at an instant in the track's unit, and gives the packets that are ready, in
    /// decoding order.
    func take(
        _ picture: borrowing QueuedFrame,
        at time: Int64,
        backlog: FrameQueue.Depth,
        _ body: (consuming Packet) throws -> Void
    ) throws

    /// Gives the packets that were held back.
    func finish(_ body: (consuming Packet) throws -> Void) throws
}

/// Stores pictures that the camera has encoded, as they are.
final class PictureCopier: PictureCoder {
    let track: Muxer.StreamDescription

    /// - Throws: ``CaptureError`` `.unsupported` for a format that is not known.
    init(mode: CaptureMode) throws(CaptureError) {
        guard let format = CameraFormat(mode.format) else {
            throw CaptureError(.unsupported, "pictures in \(mode.format) cannot be stored as they come")
        }
        do {
            track = Muxer.StreamDescription(
                parameters: try CodecParameters.pictures(
                    codec: format.codec ?? "rawvideo",
                    width: mode.size.width,
                    height: mode.size.height,
                    pixelFormat: PixelFormat(named: format.pixelFormat)
                ),
                timeBase: TimeBase(1, MovieLayout.clockRate),
                disposition: .defaultStream
            )
        } catch {
            throw CaptureError(error)
        }
    }

    func take(
        _ picture: borrowing QueuedFrame,
        at time: Int64,
        backlog: FrameQueue.Depth,
        _ body: (consuming Packet) throws -> Void
    ) throws {
        let packet = try picture.packet.reference()
        packet.pts = time
        packet.dts = time
        packet.markAsKey()
        try body(packet)
    }

    func finish(_ body: (consuming Packet) throws -> Void) throws {}
}
