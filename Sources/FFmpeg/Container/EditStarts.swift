internal import CFFmpeg
internal import MediaSyntax

/// Presents tracks of MP4 and MOV from where their edit lists begin, where that is in the midst of a frame, a text or a reading,
/// or before the first.
///
/// libavformat hides that sample, and presents all others earlier by what is left of it, or of the time until the first, so that they no
/// longer fit the audio. Here it is presented for as long as is left, and what follows at its own time.
final class EditStarts {
    private struct Start {
        /// Of the first sample that is presented, in ticks of the track.
        let first: Int64
        /// How long the sample before has been presented by then, 0 where there is none, and how long it is until the next one.
        let (passed, left): (Int64, Int64)
    }

    /// By the streams' indices.
    private var starts: [Int: Start] = [:]

    /// `nil` where every edit list begins with a sample. `edited` is what a movie says, by the numbers of its tracks.
    init?(_ streams: [StreamInfo], _ edited: [UInt32: EditedTrack]) {
        for stream in streams where stream.kind != .audio {
            guard let number = UInt32(exactly: stream.id), let start = edited[number]?.start,
                let pause = Int64(exactly: start.pause)
            else { continue }
            // To the nearest tick, as libavformat has it.
            let first = av_rescale(pause, Int64(stream.timeBase.denominator), Int64(start.movieTimescale))
            guard (0...farthestTick).contains(first), start.left <= farthestTick else { continue }
            starts[stream.index] = Start(first: first, passed: start.passed, left: start.left)
        }
        if starts.isEmpty { return nil }
    }

    /// The stream, which begins with its first sample; `nil` where its edit list begins behind that.
    func presented(_ stream: StreamInfo) -> StreamInfo? {
        guard let start = starts[stream.index], start.passed == 0 else { return nil }
        return stream.beginning(at: start.first &+ start.left, behind: start.left)
    }

    /// Gives a packet the times that its edit list means.
    func mend(_ packet: borrowing Packet) {
        guard let start = starts[packet.streamIndex] else { return }
        packet.dts = packet.dts.map { $0 &+ start.left }
        guard let presented = packet.pts else { return }
        guard packet.isDiscarded, presented == start.first &- start.passed &- start.left else {
            packet.pts = presented &+ start.left
            return
        }
        packet.pts = start.first
        packet.duration = start.left
        packet.unmarkAsDiscarded()
    }

    /// Chapters that libavformat has made of a hidden track of texts, when its edit list means them to begin. The last one ends with the track.
    func mended(_ chapters: [ChapterInfo], of streams: [StreamInfo]) -> [ChapterInfo] {
        // Hidden video is what players show beside the chapters.
        let hidden = streams.first { $0.isHidden && $0.kind != .video && starts[$0.index] != nil }
        guard let track = hidden, let start = starts[track.index] else { return chapters }
        let own = chapters.indices.filter { chapters[$0].timeBase == track.timeBase }
        var mended = chapters
        for index in own {
            let stated = chapters[index]
            let isFirst = stated.start == start.first &- start.passed &- start.left
            mended[index].start = isFirst ? start.first : stated.start &+ start.left
            let end = index == own.last ? stated.end : stated.end &+ start.left
            mended[index].end = max(mended[index].start, end)
        }
        return mended
    }

    /// Whether a stream's times are other ones than libavformat's index has.
    func areMended(ofStream index: Int) -> Bool { starts[index] != nil }

    /// A timestamp of a stream as libavformat has it: while the first sample is presented, that of the sample.
    func stored(_ timestamp: Int64, ofStream index: Int) -> Int64 {
        guard let start = starts[index] else { return timestamp }
        let following = start.first &+ start.left
        return timestamp &- start.left &- ((start.first..<following).contains(timestamp) ? start.passed : 0)
    }
}
