internal import FFmpeg
internal import MediaTime

extension MediaDescription {
    /// Finds the exact instants that Matroska's rounded milliseconds stand for.
    ///
    /// All other containers' timestamps are copied as they are: their writers have chosen the clock. Only for choosing frames
    /// at a constant rate are theirs looked at in the same way (`ExportPlanner.measure`).
    ///
    /// - Complexity: O(size of the file), for Matroska with video whose rate no number of milliseconds can express.
    mutating func restoreGrids() throws(FFmpegError) {
        guard format.hasPrefix("matroska") else { return }
        var searches: [Int: FrameGridSearch] = [:]
        for track in tracks where track.kind == .video && !track.statesWholeTicks {
            searches[track.index] = FrameGridSearch(track, stated: track.video?.claimedFrameRate)
        }
        guard !searches.isEmpty else { return }
        let wanted = Set(searches.keys)
        let demuxer = try Demuxer(path: path)
        demuxer.select { wanted.contains($0) }
        let clocks = tracks.map { SourceClock(track: $0, origin: origin) }
        var orders = wanted.reduce(into: [:]) { $0[$1] = PresentationOrder() }
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            let index = packet.streamIndex
            if wanted.contains(index), !packet.isDiscarded,
                let instant = clocks[index].instant(packet.pts),
                let frame = orders[index]?.push(PresentationOrder.Frame(timestamp: instant, duration: .zero))
            {
                searches[index]?.add(frame.timestamp)
            }
            packet.reset()
        }
        for index in wanted {
            while let frame = orders[index]?.pop() { searches[index]?.add(frame.timestamp) }
            tracks[index].grid = searches[index]?.grid
        }
    }
}

extension MediaTrack {
    /// Whether the container states a rate that its clock can express.
    fileprivate var statesWholeTicks: Bool {
        guard let rate = video?.claimedFrameRate,
            let ticks = PlaybackRate(source: rate.frameDuration, target: tick)
        else { return false }
        return ticks.denominator == 1
    }
}
