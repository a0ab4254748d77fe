internal import CFFmpeg

/// Hides what movies in fragments state to be presented before zero. Their edit lists begin later in the track: behind what an encoder of audio
/// puts in front of the sound, or behind frames that are there because others refer to them.
///
/// libavformat hides that where a movie has an index of its own, and gives it as though it were presented where it comes in fragments.
final class HiddenBeginnings {
    private final class Track {
        let kind: MediaKind
        let timeBase: AVRational
        /// How long a sample of audio is, in seconds.
        let sample: AVRational
        let samples: PacketSamples

        init(_ stream: StreamInfo) {
            (kind, timeBase) = (stream.kind, stream.timeBase.rational)
            let isOpus = stream.parameters.codecName == "opus"
            let rate = isOpus ? OpusHeader.sampleRate : Int32(clamping: stream.parameters.sampleRate)
            sample = AVRational(num: 1, den: max(1, rate))
            samples = PacketSamples(stream.parameters)
        }

        /// How long a packet is presented, in ticks; 0 where nothing says so.
        func duration(of packet: borrowing Packet) -> Int64 {
            guard kind == .audio, packet.duration == 0 else { return packet.duration }
            return samples.count(of: packet).map { av_rescale_q(Int64($0), sample, timeBase) } ?? 0
        }
    }

    /// Those that begin before zero, by the streams' indices.
    private let tracks: [Int: Track]

    /// The tracks of a movie in fragments; `nil` where none begins before zero.
    init?(_ streams: [StreamInfo]) {
        let early = streams.filter { stream in
            (stream.kind == .audio || stream.kind == .video) && stream.startTime.map { $0 < 0 } ?? false
        }
        tracks = Dictionary(uniqueKeysWithValues: early.map { ($0.index, Track($0)) })
        if tracks.isEmpty { return nil }
    }

    /// Whether something of a stream is hidden.
    func areThere(inStream index: Int) -> Bool { tracks[index] != nil }

    /// A stream as it is presented.
    func presented(_ stream: StreamInfo) -> StreamInfo {
        tracks[stream.index] == nil ? stream : stream.beginningAtZero()
    }

    /// Marks a packet that is not presented, and says of audio how many of its samples are not. A frame that is on screen at zero is presented
    /// from there on.
    func mend(_ packet: borrowing Packet) {
        guard let track = tracks[packet.streamIndex], let start = packet.pts, start < 0, !packet.isDiscarded else {
            return
        }
        let end = start &+ track.duration(of: packet)
        if end <= 0 { packet.markAsDiscarded() }
        if track.kind == .audio {
            packet.state(startPadding: UInt32(clamping: av_rescale_q(0 &- start, track.timeBase, track.sample)))
        } else if end > 0 {
            (packet.pts, packet.duration) = (0, end)
        }
    }
}
