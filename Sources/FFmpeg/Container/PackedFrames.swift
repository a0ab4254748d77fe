internal import CFFmpeg
internal import MediaSyntax

/// Takes frames of MPEG-4 apart that were packed two to a packet: an encoder of the time put a B-frame into the packet of the
/// frame that it refers to, and an empty frame into the B-frame's place. libavcodec's `mpeg4_unpack_bframes` does it.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class PackedFrames: @unchecked Sendable {
    private let filter: BitstreamFilter

    private init(_ filter: consuming BitstreamFilter) { self.filter = filter }

    /// For a stream of MPEG-4; `nil` for others. Packets in which nothing is packed pass as they are.
    static func make(_ stream: StreamInfo) throws(FFmpegError) -> PackedFrames? {
        guard stream.parameters.codecName == "mpeg4" else { return nil }
        let filter = try BitstreamFilter(
            "mpeg4_unpack_bframes",
            parameters: stream.parameters,
            timeBase: stream.timeBase
        )
        return PackedFrames(filter)
    }

    /// The stream's parameters, which no longer say that frames are packed.
    var parameters: CodecParameters { filter.parameters }

    /// Replaces a packet by the one that comes in its place; `false` where none does.
    func unpack(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard try filter.filter(packet) else { return false }
        // The mark belongs to the packet that was replaced: an empty frame may have one.
        if packet.isKey, packet.withPayload({ VisualObject($0) })?.kind ?? .intra != .intra { packet.unmarkAsKey() }
        return true
    }

    /// Whether a packet holds another frame behind its first one.
    static func arePacked(in packet: borrowing Packet) -> Bool { packet.withPayload(VisualObject.count) > 1 }

    /// Forgets what is held, because reading goes on elsewhere.
    func reset() { filter.reset() }
}
