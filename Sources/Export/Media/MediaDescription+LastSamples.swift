internal import FFmpeg
internal import MediaTime

extension MediaDescription {
    /// Ends Opus of Matroska with the last sample that is heard. Headers may count in what a decoder leaves out at the beginning, and only the
    /// last packet says how much of it an encoder has filled (`DiscardPadding`, RFC 9559, 5.1.3.5.7).
    ///
    /// `demuxer` has the file open. What cannot be sought or read keeps its stated end.
    ///
    /// - Complexity: It reads from the last entry of the file's index on.
    mutating func includeLastSamples(_ demuxer: borrowing Demuxer) {
        guard demuxer.lacksDecodingTimes else { return }
        for place in tracks.indices where tracks[place].kind == .audio {
            let track = tracks[place]
            guard let leadIn = OpusHeader(streams[track.index].parameters)?.leadIn, let range = track.range else {
                continue
            }
            demuxer.select { $0 == track.index }
            let clock = SourceClock(track: track, origin: origin)
            guard let stated = try? clock.ticks(at: range.end),
                (try? demuxer.seekToTail(ofStream: track.index, from: stated)) != nil,
                let last = try? LastPacket(of: clock, in: demuxer),
                let end = last.end(from: range.start, leadIn: Int64(leadIn)), end > range.start,
                let heard = try? TimeRange(start: range.start, end: end)
            else { continue }
            tracks[place].range = heard
        }
    }
}

/// The packet of Opus that is heard last.
private struct LastPacket {
    /// When it begins (asset time).
    private let start: RationalTime
    /// How long it is heard, as coarse as the container's clock.
    private let duration: RationalTime
    /// How many of its samples are not heard at the end.
    private let padding: Int64

    /// The last packet of those that a demuxer still has to read of a track; `nil` where there is none.
    init?(of clock: SourceClock, in demuxer: borrowing Demuxer) throws(FFmpegError) {
        var last: (start: RationalTime, duration: RationalTime, padding: Int64)?
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            let isHeard = packet.duration > 0 || packet.endPadding == 0
            if isHeard, packet.streamIndex == clock.track.index, let start = clock.instant(packet.pts),
                last.map({ $0.start <= start }) ?? true
            {
                last = (start, clock.statedDuration(packet.duration), Int64(packet.endPadding))
            }
            packet.reset()
        }
        guard let last else { return nil }
        (start, duration, padding) = last
    }

    /// When the last sample ends; `nil` where that cannot be counted. Where the timestamp is rounded, the packet begins at the nearest
    /// multiple of its length, counted from the first packet: that begins `leadIn` samples before the track does.
    func end(from first: RationalTime, leadIn: Int64) -> RationalTime? {
        let rate = OpusHeader.sampleRate
        guard let heard = try? duration.ticks(over: rate, rounding: .nearest), heard < Self.farthest,
            let distance = try? (start - first).ticks(over: rate, rounding: .nearest),
            distance.magnitude < UInt64(Self.farthest)
        else { return nil }
        let length = Int64((Double(heard + padding) / Double(Self.shortest)).rounded()) * Self.shortest
        guard length > 0 else { return nil }
        let place = distance + leadIn
        let even = Int64((Double(place) / Double(length)).rounded()) * length
        let begin = (even - place).magnitude <= Self.rounding ? even : place
        return try? first + RationalTime(begin + length - padding - leadIn, rate)
    }

    /// Samples of the shortest packet, 2.5 ms: each is as long as several of these.
    private static let shortest: Int64 = 120
    /// Samples by which rounding moves a packet at most: its timestamp, the lead-in and the track's beginning, each by half a millisecond.
    private static let rounding: UInt64 = 72
    /// So many samples are centuries.
    private static let farthest: Int64 = 1 << 50
}
