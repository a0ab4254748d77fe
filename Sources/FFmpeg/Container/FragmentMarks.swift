internal import CFFmpeg

/// Shows the frames of movies in fragments that libavformat leaves out because they are decoded no later than a frame before them: so writers
/// of one frame in each fragment state it (ffmpeg's `frag_every_frame`, where frames are reordered and there is audio). Nothing in the file hides
/// them, and other demuxers give them.
///
/// Edit lists hide frames of the movie's own index only, and each of those is decoded later than the one before.
final class FragmentMarks {
    private let context: InputContext
    /// The latest time at which a packet before was decoded, in ticks of the track, by the streams' indices; `nil` where there is none.
    private var before: [Int: Int64?]

    /// Of a movie in fragments; `nil` where it has no video.
    init?(_ context: InputContext, _ streams: [StreamInfo]) {
        let video = streams.filter { $0.kind == .video }.map { ($0.index, Int64?.none) }
        if video.isEmpty { return nil }
        self.context = context
        before = Dictionary(uniqueKeysWithValues: video)
    }

    /// Takes such a mark away.
    func mend(_ packet: borrowing Packet) {
        guard let last = before[packet.streamIndex], let time = packet.dts else { return }
        before[packet.streamIndex] = max(last ?? time, time)
        guard packet.isDiscarded, last.map({ time <= $0 }) ?? isListedTwice(time, packet.streamIndex) else { return }
        packet.unmarkAsDiscarded()
    }

    /// Packets go on elsewhere in the file.
    func seek() { before = before.mapValues { _ in nil } }

    /// Whether an entry of a stream's index is marked so, and nothing hides its frame.
    func marks(_ place: Int32, of stream: UnsafeMutablePointer<AVStream>) -> Bool {
        guard place > 0, let entry = unsafe avformat_index_get_entry(stream, place) else { return false }
        let time = unsafe entry.pointee.timestamp
        return (max(0, place - Self.overlap)..<place).contains { earlier in
            guard let other = unsafe avformat_index_get_entry(stream, earlier) else { return false }
            return unsafe other.pointee.timestamp >= time
        }
    }

    /// Over so many frames fragments overlap at most, as far as is looked.
    private static let overlap: Int32 = 64

    private func isListedTwice(_ time: Int64, _ index: Int) -> Bool {
        guard let stream = unsafe context.pointer.pointee.streams[index] else { return false }
        let place = unsafe av_index_search_timestamp(stream, time, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD)
        return unsafe marks(place, of: stream) || marks(place + 1, of: stream)
    }
}
