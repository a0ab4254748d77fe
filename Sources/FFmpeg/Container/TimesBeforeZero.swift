internal import CFFmpeg
internal import MediaSyntax

/// Gives packets of Matroska their times that are presented before the file's own clock begins to count. Blocks state their times from that
/// of their cluster, which may lie behind them: so are files that were cut without decoding, from the key frame before the in point on.
///
/// libavformat gives such packets no time, and makes some up for audio.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class TimesBeforeZero: @unchecked Sendable {
    private final class Stream {
        /// When the first packet is presented; `nil` where that is not before zero.
        let start: Int64?
        /// When the packets of a block are presented, by its position in the file.
        let times: [Int64: Int64]
        /// The newest presentation times, in ascending order: a frame is decoded when as many more are known as the stream holds back.
        var newest: [Int64] = []
        /// So many of the packets that come next from the beginning get their decoding times here. libavformat's begin to be right when it
        /// knows as many presentation times as a decoder holds back.
        var undecoded: Int
        /// The block of the last packet, how many samples have come of it, and when the packet ends: a block may hold several.
        var last: (position: Int64, samples: Int64, end: Int64)?
        let samples: PacketSamples
        let parameters: CodecParameters
        private let timeBase: AVRational

        init(_ info: StreamInfo, start: Int64?, times: [Int64: Int64], undecoded: Int) {
            (self.start, self.times, self.undecoded) = (start, times, undecoded)
            (parameters, timeBase) = (info.parameters, info.timeBase.rational)
            samples = PacketSamples(info.parameters)
        }

        /// When the next packet is presented, whose block is stated to be at a time.
        func time(of packet: borrowing Packet, in position: Int64, at stated: Int64) -> Int64 {
            let others = last.flatMap { $0.position == position ? $0 : nil }
            let count = parameters.kind == .audio ? samples.count(of: packet).map(Int64.init) : nil
            let sample = AVRational(num: 1, den: Int32(clamping: max(1, parameters.sampleRate)))
            let passed = (others?.samples ?? 0) + (count ?? 0)
            let time = others?.end ?? stated
            let end = count == nil ? time &+ packet.duration : stated &+ av_rescale_q(passed, sample, timeBase)
            last = (position, passed, end)
            return time
        }

        /// When a packet is decoded: when the first frame is presented of those that a decoder may hold. `nil` while too few are known.
        func decodingTime(presentedAt time: Int64, depth: Int) -> Int64? {
            newest.insert(time, at: newest.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0)
            if newest.count > depth + 1 { newest.removeFirst() }
            return newest.count > depth ? newest.first : nil
        }
    }

    /// By the streams' indices.
    private var streams: [Int: Stream] = [:]

    /// `nil` where nothing is presented before zero, and for other containers.
    init?(_ streams: [StreamInfo], format: String, path: String) {
        guard format.hasPrefix("matroska"), let timeBase = streams.first?.timeBase else { return nil }
        let limit = Self.longestOverlap * Int64(timeBase.denominator) / Int64(max(1, timeBase.numerator))
        let blocks = LocalFile.reading(path) { source throws(LocalFile.Unreadable) in
            try Self.blocks(of: streams, in: ElementScanner(source.readingBlockHeaders), upTo: limit)
        }
        for (index, blocks) in blocks ?? [:] where streams.indices.contains(index) {
            guard let first = blocks.first, let last = blocks.lastIndex(where: { $0.time < 0 }) else { continue }
            let early = blocks.filter { $0.time < 0 }.map { ($0.position, $0.time - $0.delay) }
            self.streams[index] = Stream(
                streams[index],
                start: first.time < 0 ? first.time : nil,
                times: Dictionary(early) { first, _ in first },
                undecoded: last + 1 + Self.longestDelay
            )
        }
        if self.streams.isEmpty { return nil }
    }

    /// What the header of a block says, in ticks. By `delay`, its packets are presented earlier.
    private typealias Block = (position: Int64, time: Int64, delay: Int64)

    /// The blocks of each stream, by its index, up to the first of video or audio that is presented later than `limit`.
    private static func blocks<Failure>(
        of streams: [StreamInfo],
        in file: ElementScanner<Failure>,
        upTo limit: Int64
    ) throws(Failure) -> [Int: [Block]] {
        var tracks: [UInt64: (index: Int, isTimed: Bool, delay: Int64)] = [:]
        let nanosecond = AVRational(num: 1, den: 1_000_000_000)
        for (stream, track) in zip(streams, try file.tracks().filter(\.isStream)) {
            let delay = Int64(min(track.codecDelay, longestDelayInNanoseconds))
            // Rounded as libavformat does.
            let ticks = av_rescale_q(delay, nanosecond, stream.timeBase.rational)
            tracks[track.number] = (stream.index, track.type == 1 || track.type == 2, ticks)
        }
        var blocks: [Int: [Block]] = [:]
        var count = 0
        _ = try file.forEachBlock { block throws(Failure) in
            count += 1
            guard let track = tracks[block.track] else { return count < mostBlocks }
            blocks[track.index, default: []].append((Int64(clamping: block.position), block.time, track.delay))
            return count < mostBlocks && !(track.isTimed && block.time > limit)
        }
        return blocks
    }

    /// When the first packet of a stream is presented; `nil` where that is not before zero.
    func start(ofStream index: Int) -> Int64? { streams[index]?.start }

    /// Reading goes on elsewhere: decoding times are libavformat's from now on.
    func seek() {
        for stream in streams.values { (stream.undecoded, stream.last) = (0, nil) }
    }

    /// Gives a packet its times.
    func mend(_ packet: borrowing Packet) {
        guard let stream = streams[packet.streamIndex] else { return }
        let depth = stream.parameters.reorderDepth
        if let position = packet.filePosition, let stated = stream.times[position] {
            let time = stream.time(of: packet, in: position, at: stated)
            packet.pts = time
            packet.dts = depth > 0 ? nil : time
        }
        guard stream.undecoded > 0 else { return }
        stream.undecoded -= 1
        if stream.parameters.kind == .video, let time = packet.pts {
            packet.dts = stream.decodingTime(presentedAt: time, depth: depth)
        }
    }

    /// In seconds. So much later than zero nothing is stored that is presented before it: frames are reordered, and tracks interleaved, by less.
    private static let longestOverlap: Int64 = 2
    /// No codec holds back more frames than this.
    private static let longestDelay = 32
    /// A decoder leaves out less than this.
    private static let longestDelayInNanoseconds: UInt64 = 1 << 50
    /// So many blocks are looked at: more than 32 s, which is as far as a block can lie before its cluster, have.
    private static let mostBlocks = 1 << 17
}
