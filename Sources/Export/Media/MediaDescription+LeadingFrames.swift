internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

extension MediaDescription {
    /// Has tracks begin with the first frame that a decoder shows. A file that was cut without decoding may begin with the key frame of an open
    /// group: frames behind it are presented before it, refer to what was before the file, and are shown by no decoder.
    ///
    /// Files that were surveyed are known to begin so already.
    ///
    /// `demuxer` has the file open, and has read no packet of it. Of MP4 and MOV it reads these; elsewhere others need it as it is.
    ///
    /// - Complexity: O(1) of each track: the packets up to the first that is presented after the key frame are read, of codecs that reorder
    ///   frames. The file's index leads to tracks that begin late.
    mutating func leaveOutLeadingFrames(_ demuxer: borrowing Demuxer) throws(FFmpegError) {
        guard images == nil else { return }
        var beginnings: [Int: TrackBeginning] = [:]
        for track in tracks where track.kind == .video && track.range != nil {
            let parameters = streams[track.index].parameters
            if parameters.reorderDepth > 0 { beginnings[track.index] = TrackBeginning(parameters) }
        }
        guard !beginnings.isEmpty else { return }
        // The file's own reader is still needed at its beginning where there is no index of every packet.
        let late =
            if demuxer.storesDecodingTimes {
                try read(&beginnings, of: Set(beginnings.keys), in: demuxer)
            } else {
                try read(&beginnings, of: Set(beginnings.keys), in: self.demuxer(analysing: false))
            }
        // What nothing leads to lies somewhere behind.
        for index in late { beginnings[index] = TrackBeginning(streams[index].parameters) }
        if !late.isEmpty { try readThrough(&beginnings, of: late, in: self.demuxer(analysing: false)) }
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

    /// Reads how tracks begin: from the first packets of the file, and from where its index lists theirs. Returns the tracks of which neither
    /// says it.
    private func read(
        _ beginnings: inout [Int: TrackBeginning],
        of tracks: Set<Int>,
        in demuxer: borrowing Demuxer
    ) throws(FFmpegError) -> Set<Int> {
        var late = try readThrough(&beginnings, of: tracks, upTo: TrackBeginning.most, in: demuxer)
        guard demuxer.hasIndex else { return late }
        for index in late where (try? demuxer.seekToFirst(ofStream: index)) != nil {
            beginnings[index] = TrackBeginning(streams[index].parameters)
            _ = try readThrough(&beginnings, of: [index], upTo: TrackBeginning.most, in: demuxer)
            late.remove(index)
        }
        return late
    }

    /// Reads so many packets of tracks, at most, until it is known how each begins. Returns those of which it is not. What cannot be read is
    /// found by whoever reads the frames.
    @discardableResult
    private func readThrough(
        _ beginnings: inout [Int: TrackBeginning],
        of tracks: Set<Int>,
        upTo most: Int = .max,
        in demuxer: borrowing Demuxer
    ) throws(FFmpegError) -> Set<Int> {
        demuxer.select { tracks.contains($0) }
        let packet = try Packet()
        var (unknown, rest) = (tracks, most)
        while !unknown.isEmpty, rest > 0, (try? demuxer.read(into: packet)) ?? false {
            let index = packet.streamIndex
            beginnings[index]?.add(packet)
            packet.reset()
            rest -= 1
            if beginnings[index]?.isKnown == true { unknown.remove(index) }
        }
        return unknown
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
    static let most = 64
}
