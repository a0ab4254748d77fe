internal import CFFmpeg
internal import MediaSyntax

/// Corrects how long packets of video in MP4 and MOV last, where libavformat is far off: then until the next one is decoded, by the index.
///
/// libavformat takes that only where packets are presented in the order in which they are stored. Of others it guesses: by the frame rate, and
/// one tick where a second has fewer than 1000.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class DecodingSteps: @unchecked Sendable {
    private let context: InputContext
    /// The place in the index behind the last packet, by the streams' indices.
    private var places: [Int: Int] = [:]
    /// How long the last packet lasts where an edit list begins with a pause, which libavformat takes off it, or plays more than there is,
    /// which libavformat adds; by the streams' indices.
    private var ends: [Int: EditEnd] = [:]

    /// `nil` for files of other formats. `edited` is what a movie says, by the numbers of its tracks.
    init?(_ context: InputContext, _ streams: [StreamInfo], format: String, _ edited: [UInt32: EditedTrack]) {
        guard format.hasPrefix("mov") else { return nil }
        self.context = context
        for stream in streams where stream.kind == .video {
            places[stream.index] = 0
            ends[stream.index] = UInt32(exactly: stream.id).flatMap { edited[$0]?.end }
        }
        if places.isEmpty { return nil }
    }

    /// Corrects how long a packet lasts. One that is not in the index, and one that is alone there, stay as they are.
    func mend(_ packet: borrowing Packet) {
        guard let expected = places[packet.streamIndex], let time = packet.dts,
            let stream = unsafe context.pointer.pointee.streams[packet.streamIndex]
        else { return }
        var place = expected
        if unsafe Self.time(at: place, in: stream) != time {
            place = Int(unsafe av_index_search_timestamp(stream, time, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD))
        }
        guard unsafe Self.time(at: place, in: stream) == time else { return }
        places[packet.streamIndex] = place + 1
        guard let step = unsafe Self.step(at: place, in: stream) else { return }
        let isLast = unsafe Self.time(at: place + 1, in: stream) == nil
        let isInOrder = unsafe packet.pts == time && stream.pointee.codecpar.pointee.video_delay == 0
        if !isLast || !isInOrder {
            if packet.duration < step / 2 { packet.duration = step }
        } else if let end = ends[packet.streamIndex], let second = unsafe UInt32(exactly: stream.pointee.time_base.den)
        {
            packet.duration = end.duration(from: time, timescale: second)
        }
    }

    /// How long the packet at a place of a stream's index lasts, in ticks; the last one, as long as the one before. `nil` where the index
    /// does not say.
    private static func step(at place: Int, in stream: UnsafeMutablePointer<AVStream>) -> Int64? {
        let first = unsafe time(at: place + 1, in: stream) == nil ? place - 1 : place
        guard let start = unsafe time(at: first, in: stream), let end = unsafe time(at: first + 1, in: stream) else {
            return nil
        }
        return end > start ? end - start : nil
    }

    private static func time(at place: Int, in stream: UnsafeMutablePointer<AVStream>) -> Int64? {
        unsafe avformat_index_get_entry(stream, Int32(place))?.pointee.time
    }
}
