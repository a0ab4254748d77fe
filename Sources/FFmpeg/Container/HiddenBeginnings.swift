internal import CFFmpeg

/// Hides what tracks of audio of movies in fragments have before zero. Their edit lists begin later in the track: behind what an encoder puts in front
/// of the sound.
///
/// libavformat hides that where a movie has an index of its own, and gives it as though it were heard where it comes in fragments. Where video
/// begins before zero, too, as in trims that hide what leads to their in point, all of it is played as libavformat gives it: which frame is on
/// screen at zero, fragments do not say before all of it is read.
final class HiddenBeginnings {
    private final class Track {
        let timeBase: AVRational
        /// How long a sample is, in seconds.
        let sample: AVRational
        let samples: PacketSamples

        init(_ stream: StreamInfo) {
            timeBase = stream.timeBase.rational
            let isOpus = stream.parameters.codecName == "opus"
            let rate = isOpus ? OpusHeader.sampleRate : Int32(clamping: stream.parameters.sampleRate)
            sample = AVRational(num: 1, den: max(1, rate))
            samples = PacketSamples(stream.parameters)
        }

        /// How long a packet is heard, in ticks; 0 where nothing says so.
        func duration(of packet: borrowing Packet) -> Int64 {
            guard packet.duration == 0 else { return packet.duration }
            return samples.count(of: packet).map { av_rescale_q(Int64($0), sample, timeBase) } ?? 0
        }
    }

    /// Those that begin before zero, by the streams' indices.
    private let tracks: [Int: Track]

    /// Of a movie in fragments; `nil` where no audio begins before zero, or video does.
    init?(_ streams: [StreamInfo]) {
        let early = streams.filter { $0.startTime.map { $0 < 0 } ?? false }
        if early.contains(where: { $0.kind == .video }) { return nil }
        let audio = early.filter { $0.kind == .audio }
        tracks = Dictionary(uniqueKeysWithValues: audio.map { ($0.index, Track($0)) })
        if tracks.isEmpty { return nil }
    }

    /// Whether something of a stream is hidden.
    func areThere(inStream index: Int) -> Bool { tracks[index] != nil }

    /// A stream as it is presented.
    func presented(_ stream: StreamInfo) -> StreamInfo {
        tracks[stream.index] == nil ? stream : stream.beginningAtZero()
    }

    /// Marks a packet that is not heard, and says how many of its samples are not.
    func mend(_ packet: borrowing Packet) {
        guard let track = tracks[packet.streamIndex], let start = packet.pts, start < 0, !packet.isDiscarded else {
            return
        }
        if start &+ track.duration(of: packet) <= 0 { packet.markAsDiscarded() }
        packet.state(startPadding: UInt32(clamping: av_rescale_q(0 &- start, track.timeBase, track.sample)))
    }
}
