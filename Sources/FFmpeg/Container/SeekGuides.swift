internal import CFFmpeg

/// Leads to audio in Matroska by the video beside it. The index of most files lists key frames only: libavformat then reads from the
/// last packet of audio that it knows up to the one that is sought.
final class SeekGuides {
    /// The streams that lead.
    private let videos: [StreamInfo]
    private let audio: [Int: TimeBase]
    /// Whether what comes next was found by the index of another stream.
    private(set) var hasLed = false

    /// `nil` where there is nothing to lead to, or nothing that leads.
    init?(_ streams: [StreamInfo], format: String) {
        guard format.hasPrefix("matroska") else { return nil }
        let stills: Disposition = [.attachedFrame, .timedThumbnails]
        videos = streams.filter { $0.kind == .video && $0.disposition.isDisjoint(with: stills) }
        audio = Dictionary(streams.filter { $0.kind == .audio }.map { ($0.index, $0.timeBase) }) { first, _ in first }
        guard !videos.isEmpty, !audio.isEmpty else { return nil }
    }

    /// Goes to the last key frame of video at or before a timestamp of a stream of audio (in its ticks), where that is nearer than the
    /// last packet that is listed of the audio itself; `false` where it has gone anywhere.
    func seek(_ context: InputContext, stream index: Int, to timestamp: Int64) -> Bool {
        hasLed = false
        guard let timeBase = audio[index], let own = unsafe context.pointer.pointee.streams[index] else { return false }
        for video in videos {
            guard let stream = unsafe context.pointer.pointee.streams[video.index] else { continue }
            let time = av_rescale_q_rnd(timestamp, timeBase.rational, video.timeBase.rational, AV_ROUND_DOWN)
            // Where there is no index, libavformat lists what it passes. Of streams that are not wanted it would list nothing, and
            // read all of the file.
            let discard = unsafe stream.pointee.discard
            unsafe stream.pointee.discard = AVDISCARD_NONE
            let code = unsafe av_seek_frame(context.pointer, Int32(video.index), time, AVSEEK_FLAG_BACKWARD)
            unsafe stream.pointee.discard = discard
            guard code >= 0, let guide = unsafe Self.listed(in: stream, upTo: time) else { continue }
            let listed = unsafe Self.listed(in: own, upTo: timestamp)
            let isNearer = listed.map {
                av_compare_ts($0, timeBase.rational, guide, video.timeBase.rational) < 0
            }
            hasLed = isNearer ?? true
            return hasLed
        }
        return false
    }

    /// The timestamp of the last packet that is listed of a stream up to a timestamp, both in its ticks.
    private static func listed(in stream: UnsafeMutablePointer<AVStream>, upTo timestamp: Int64) -> Int64? {
        unsafe avformat_index_get_entry_from_timestamp(stream, timestamp, AVSEEK_FLAG_BACKWARD)?.pointee.timestamp
    }
}
