internal import DequeModule
internal import FFmpeg
internal import MediaSyntax
internal import Synchronization

/// The timecodes of a track's packets, by their timestamps: a decoder gives those of its frames less exactly than they are. Those of the
/// latest packets are kept.
final class PacketTimecodes: Sendable {
    private struct State {
        var reader: FrameTimecode.Reader
        var timecodes: [Int64: FrameTimecode] = [:]
        /// The timestamps, in the order of the packets.
        var latest: Deque<Int64> = []
    }

    /// So many are kept: more than are decoded before they are used, even where they are played backwards.
    private static let capacity = 1 << 16

    private let state: Mutex<State>

    /// Of a stream; `nil` where its packets hold no timecodes that are known.
    init?(_ parameters: CodecParameters) {
        guard case .units(let units) = FrameSyntax(parameters) else { return nil }
        state = Mutex(State(reader: FrameTimecode.Reader(units, configuration: parameters.extradata)))
    }

    /// Takes the next packet.
    @Sendable func note(_ packet: borrowing Packet) {
        guard let ticks = packet.pts else { return }
        state.withLock { state in
            guard let timecode = packet.withPayload({ state.reader.timecode(of: $0) }) else { return }
            if state.timecodes.updateValue(timecode, forKey: ticks) == nil { state.latest.append(ticks) }
            if state.latest.count > Self.capacity, let oldest = state.latest.popFirst() {
                state.timecodes[oldest] = nil
            }
        }
    }

    /// That of the frame with a timestamp, in ticks of the stream; `nil` where it has none.
    func timecode(at ticks: Int64) -> FrameTimecode? { state.withLock { $0.timecodes[ticks] } }
}
