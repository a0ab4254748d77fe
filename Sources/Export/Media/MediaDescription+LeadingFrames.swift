internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

extension MediaDescription {
    /// Has tracks begin with the first frame that a decoder shows. A file that was cut without decoding may begin with the key frame of an open
    /// group: frames behind it are presented before it, refer to what was before the file, and are shown by no decoder.
    ///
    /// Files that were surveyed are known to begin so already.
    ///
    /// - Complexity: O(1) of each track: the packets up to the first that is presented after the key frame are read, of codecs that reorder
    ///   frames.
    mutating func leaveOutLeadingFrames() throws(FFmpegError) {
        guard images == nil else { return }
        var beginnings: [Int: TrackBeginning] = [:]
        for track in tracks where track.kind == .video && track.range != nil {
            let parameters = streams[track.index].parameters
            if parameters.reorderDepth > 0 { beginnings[track.index] = TrackBeginning(parameters) }
        }
        guard !beginnings.isEmpty else { return }
        let demuxer = try demuxer(analysing: false)
        var unknown = Set(beginnings.keys)
        demuxer.select { [unknown] in unknown.contains($0) }
        let packet = try Packet()
        // What cannot be read is found by whoever reads the frames.
        while !unknown.isEmpty, (try? demuxer.read(into: packet)) ?? false {
            let index = packet.streamIndex
            beginnings[index]?.add(packet)
            packet.reset()
            guard beginnings[index]?.isKnown == true, unknown.remove(index) != nil else { continue }
            demuxer.select { [unknown] in unknown.contains($0) }
        }
        for (place, track) in tracks.enumerated() {
            let clock = SourceClock(track: track, origin: origin)
            guard let range = track.range, let first = clock.instant(beginnings[track.index]?.firstWhole) else {
                continue
            }
            // What an edit list hides is hidden already.
            let start = max(range.start, first)
            guard start == first, let shown = try? TimeRange(start: start, end: max(start, range.end)) else { continue }
            (tracks[place].firstWhole, tracks[place].range) = (first, shown)
            // All that an edit list hides before it is what no decoder shows.
            tracks[place].hidden.areBefore = false
        }
    }
}

/// The first packets of a track, up to the one from which on frames are presented after the first.
private struct TrackBeginning {
    private var frames: ShownFrames
    /// When the first packet is presented, with which decoding can begin, in ticks of the track.
    private var entry: Int64?
    /// When the first frame is presented that a decoder shows.
    private var firstShown: Int64?
    /// Whether frames came that are presented earlier, and that no decoder shows.
    private var hasLeading = false
    private var count = 0
    /// Whether no more frames can come that are presented before the first.
    private(set) var isKnown = false

    /// `nil` for codecs whose packets do not say what a decoder shows.
    init?(_ parameters: CodecParameters) {
        guard let frames = ShownFrames(codec: parameters.codecName, configuration: parameters.extradata) else {
            return nil
        }
        self.frames = frames
    }

    /// When the first frame is presented that a decoder shows, in ticks of the track; `nil` where none comes before it.
    var firstWhole: Int64? { hasLeading ? firstShown : nil }

    /// Takes the next packet, in decoding order.
    mutating func add(_ packet: borrowing Packet) {
        guard !isKnown else { return }
        count += 1
        // So many are none: their times are wrong.
        if count > Self.most {
            (isKnown, hasLeading) = (true, false)
            return
        }
        guard packet.size > 0, let time = packet.pts else { return }
        let visibility = packet.withPayload { frames.visibility(of: $0, presentedAt: time) }
        guard let entry else {
            // What begins between two key frames is damage for its readers.
            if visibility == .shown { (entry, firstShown) = (time, time) } else { isKnown = true }
            return
        }
        guard time < entry else {
            if visibility == .shown { isKnown = true }
            return
        }
        switch visibility {
        case .shown: firstShown = min(firstShown ?? time, time)
        case .leading, .hidden: hasLeading = true
        // That is damage.
        case .unreadable: break
        }
    }

    /// No group has more leading frames.
    private static let most = 64
}
