internal import CFFmpeg

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
        if packet.isKey, packet.withPayload(VisualObjectType.init) ?? .intra != .intra { packet.unmarkAsKey() }
        return true
    }

    /// Whether a packet holds another frame behind its first one.
    static func arePacked(in packet: borrowing Packet) -> Bool { packet.withPayload(VisualObjectType.count) > 1 }

    /// Forgets what is held, because reading goes on elsewhere.
    func reset() { filter.reset() }
}

/// What the first frame in a packet of MPEG-4 refers to: its `vop_coding_type` (ISO/IEC 14496-2, 6.2.5).
enum VisualObjectType: UInt8 {
    case intra, predicted, bidirectional, sprite

    /// `nil` where there is no frame.
    init?(_ payload: Span<UInt8>) {
        guard let start = Self.next(in: payload, from: 0) else { return nil }
        self.init(rawValue: payload[start + 4] >> 6)
    }

    /// How many frames there are.
    static func count(in payload: Span<UInt8>) -> Int {
        var (count, index) = (0, 0)
        while let start = next(in: payload, from: index) {
            count += 1
            index = start + 4
        }
        return count
    }

    /// Where the next start code of a frame is.
    private static func next(in payload: Span<UInt8>, from first: Int) -> Int? {
        var index = first
        while index + 4 < payload.count {
            if payload[index] == 0, payload[index + 1] == 0, payload[index + 2] == 1, payload[index + 3] == 0xB6 {
                return index
            }
            index += 1
        }
        return nil
    }
}

/// The order of MPEG-4's frames, one B-frame after the other between two others: each is presented before the frame that was
/// decoded last of those that are none.
struct VisualObjectOrder {
    private var others = 0
    private var bFrames = 0

    /// A greater number is presented later.
    mutating func number(of packet: borrowing Packet) -> Int {
        if packet.withPayload(VisualObjectType.init) == .bidirectional {
            bFrames += 1
            return (others - 1) * Self.step + bFrames
        }
        others += 1
        bFrames = 0
        return others * Self.step
    }

    /// More than there are B-frames in a row.
    private static let step = 1 << 16
}
