internal import CFFmpeg
internal import MediaSyntax

/// Hides what edit lists of movies in fragments hide: what an encoder of audio puts in front of the sound, and what a trim leaves in front of its in
/// point. The frame that is on screen there is presented from there on.
///
/// libavformat hides that where a movie has an index of its own. In fragments it takes the list only for how much earlier a track is presented,
/// and gives what it hides as though it were presented before zero.
final class HiddenBeginnings {
    private final class Track {
        let kind: MediaKind
        /// When its presentation begins, in ticks of the track.
        let start: Int64
        let hidden: HiddenBeginning
        let timeBase: AVRational
        /// How long a sample of audio is, in seconds.
        let sample: AVRational
        let samples: PacketSamples

        init(_ stream: StreamInfo, _ hidden: HiddenBeginning, from start: Int64) {
            (kind, timeBase) = (stream.kind, stream.timeBase.rational)
            (self.hidden, self.start) = (hidden, start)
            let isOpus = stream.parameters.codecName == "opus"
            let rate = isOpus ? OpusHeader.sampleRate : Int32(clamping: stream.parameters.sampleRate)
            sample = AVRational(num: 1, den: max(1, rate))
            samples = PacketSamples(stream.parameters)
        }

        /// Mends a packet of audio that begins before zero: says how many of its samples are not heard.
        func mendAudio(_ packet: borrowing Packet, beginning time: Int64) {
            if time &+ duration(of: packet) <= start { packet.markAsDiscarded() }
            packet.state(startPadding: UInt32(clamping: av_rescale_q(start &- time, timeBase, sample)))
        }

        /// Mends a packet of video that begins before zero.
        func mendVideo(_ packet: borrowing Packet, beginning time: Int64) {
            guard let held = hidden.held, time == start &- held.passed else { return packet.markAsDiscarded() }
            (packet.pts, packet.duration) = (start, held.left)
        }

        /// How long a packet of audio is heard, in ticks; 0 where nothing says so.
        private func duration(of packet: borrowing Packet) -> Int64 {
            guard packet.duration == 0 else { return packet.duration }
            return samples.count(of: packet).map { av_rescale_q(Int64($0), sample, timeBase) } ?? 0
        }
    }

    /// Those of which something is hidden, by the streams' indices.
    private let tracks: [Int: Track]

    /// `nil` where nothing is hidden. `hidden` is what a movie says, by the numbers of its tracks.
    init?(_ streams: [StreamInfo], _ hidden: [UInt32: HiddenBeginning]) {
        var tracks: [Int: Track] = [:]
        for stream in streams where stream.kind == .audio || stream.kind == .video {
            guard let number = UInt32(exactly: stream.id), let hidden = hidden[number],
                let pause = Int64(exactly: hidden.pause)
            else { continue }
            // To the nearest tick, as libavformat has it.
            let start = av_rescale(pause, Int64(stream.timeBase.denominator), Int64(hidden.movieTimescale))
            guard (0...farthestTick).contains(start) else { continue }
            tracks[stream.index] = Track(stream, hidden, from: start)
        }
        if tracks.isEmpty { return nil }
        self.tracks = tracks
    }

    /// Whether something of a stream is hidden.
    func areThere(inStream index: Int) -> Bool { tracks[index] != nil }

    /// What libavformat is to seek for where a timestamp of a stream is sought: it takes from that once more by how much earlier than stated the
    /// track is presented.
    func stated(_ timestamp: Int64, ofStream index: Int) -> Int64 {
        tracks[index].map { timestamp &+ $0.hidden.start &- $0.start } ?? timestamp
    }

    /// A stream as it is presented.
    func presented(_ stream: StreamInfo) -> StreamInfo {
        guard let track = tracks[stream.index] else { return stream }
        return stream.beginning(at: track.start, behind: track.hidden.length)
    }

    /// Marks a packet that is not presented, and presents one that is on screen when its track begins from there on.
    func mend(_ packet: borrowing Packet) {
        guard let track = tracks[packet.streamIndex], let time = packet.pts, time < track.start, !packet.isDiscarded
        else { return }
        if track.kind == .audio {
            track.mendAudio(packet, beginning: time)
        } else {
            track.mendVideo(packet, beginning: time)
        }
    }
}
