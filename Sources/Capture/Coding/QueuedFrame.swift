internal import FFmpeg

/// A frame and what the driver says of it.
struct QueuedFrame: ~Copyable, Sendable {
    let packet: Packet
    let facts: CapturedFrame
    /// Whether a frame before it is missing that it may refer to.
    var followsLoss = false
}

extension QueuedFrame {
    /// The frame as it came from the camera, for a file that shows it at an instant in the track's unit.
    borrowing func packet(at time: Int64, isKey: Bool) throws(FFmpegError) -> Packet {
        let packet = try packet.reference()
        packet.pts = time
        packet.dts = time
        if isKey { packet.markAsKey() }
        return packet
    }

    /// The same frame for another reader.
    borrowing func reference() throws(FFmpegError) -> QueuedFrame {
        QueuedFrame(packet: try packet.reference(), facts: facts, followsLoss: followsLoss)
    }
}
