internal import DequeModule
internal import FFmpeg

/// Takes back decoding times that are later than those of packets behind them, as where a writer of MPEG-PS has left out times of decoding,
/// which then are read as those of presentation. Else packets behind them, and what these present, would have to come later. libavformat
/// computes wrong ones, too, where frames are reordered more than the first headers of the track say.
///
/// Packets are read some frames ahead, and come in the order of the file.
final class DecodingOrder {
    /// A frame is decoded so many others before it is presented, at most: so far a time that is none of decoding leads.
    private static let most = 16
    /// A second, in ticks of the track: a clock that is set back by more begins anew.
    private let reach: Int64
    /// By how much earlier a packet is decoded than the one behind it, at least, in ticks. Where all times are computed, they are those of a
    /// file that states them: a frame apart.
    private let step: Double
    private var held = UniqueDeque<Packet>()
    private var isAtEnd = false
    /// The decoding time of the packet that was handed on last.
    private var last = Int64.min

    /// `nil` for a track whose frames are presented as they are decoded. `areComputed` says that libavformat computes its times of decoding
    /// from those of presentation: then headers that say so are not relied on, as those of another part may follow. `frame` is how long
    /// a frame usually lasts, in ticks, where that is known.
    init?(of track: MediaTrack, areComputed: Bool = false, frame: Double? = nil) {
        guard track.kind == .video, let video = track.video, track.tickNumerator > 0,
            video.reorderDepth > 0 || areComputed
        else { return nil }
        reach = Int64(track.timescale) / Int64(track.tickNumerator)
        step = areComputed ? max(min(frame ?? 1, Double(reach)), 1) : 1
    }

    /// The next packet of those that a body reads, with its decoding time in ticks of the track; `nil` behind the last one.
    func next(_ read: () throws(FFmpegError) -> Packet?) throws(FFmpegError) -> Packet? {
        while !isAtEnd, held.count <= Self.most {
            if let packet = try read() { held.append(packet) } else { isAtEnd = true }
        }
        guard let packet = held.popFirst() else { return nil }
        if let decoded = packet.dts {
            let time = earliest(decoded)
            packet.dts = time < decoded ? max(time, min(last, decoded)) : decoded
            last = packet.dts ?? last
        }
        return packet
    }

    /// A decoding time, or so many steps before that of one of the packets behind it as it comes packets earlier.
    private func earliest(_ decoded: Int64) -> Int64 {
        var time = decoded
        for index in held.indices {
            guard let later = held[index].dts, later < decoded else { continue }
            let (distance, overflows) = decoded.subtractingReportingOverflow(later)
            guard !overflows, distance < reach else { continue }
            time = min(time, later &- Int64((step * Double(index + 1)).rounded()))
        }
        return time
    }
}
