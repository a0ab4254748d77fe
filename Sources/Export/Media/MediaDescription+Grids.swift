internal import FFmpeg
internal import Files
internal import MediaSyntax
internal import MediaTime

extension MediaDescription {
    /// Whether timestamps of the main video are read as the exact instants from which the clock has rounded them.
    package var readsExactInstants: Bool { mainVideo?.grid != nil }

    /// Finds the exact instants that Matroska's rounded milliseconds stand for.
    ///
    /// All other containers' timestamps are copied as they are: their writers have chosen the clock. Only for choosing frames
    /// at a constant rate are theirs looked at in the same way (`ExportPlanner.measure`).
    ///
    /// What the container states of the rate is looked at, too: writers state other ones than frames have. A rate of whole milliseconds is
    /// believed where the first frames come at it.
    ///
    /// libavformat reads payloads with every timestamp. So the timestamps are read from the headers of blocks, where libavformat's of
    /// the first frames are the same; else, and where a file is damaged, by libavformat.
    ///
    /// `demuxer` has the file open, and has read no packet of it, unless it was surveyed.
    ///
    /// - Complexity: O(number of packets), or of a file that libavformat reads O(its size), for Matroska with video whose rate no
    ///   number of milliseconds can express.
    mutating func restoreGrids(_ demuxer: borrowing Demuxer) throws(FFmpegError) {
        guard format.hasPrefix("matroska") else { return }
        let searched = tracks.filter { $0.kind == .video && $0.video != nil }
        guard !searched.isEmpty else { return }
        try surveyed == nil ? findGrids(of: searched, demuxer) : findGrids(of: searched, Demuxer(path: path))
    }

    private mutating func findGrids(of video: [MediaTrack], _ demuxer: borrowing Demuxer) throws(FFmpegError) {
        var indexes = Set(video.map(\.index))
        demuxer.select { indexes.contains($0) }
        var first: [Int: [Int64?]] = [:]
        let packet = try Packet()
        var isMore = true
        while isMore, indexes.contains(where: { first[$0, default: []].count < Self.comparedFrames }) {
            isMore = try demuxer.read(into: packet)
            if isMore, indexes.contains(packet.streamIndex), !packet.isDiscarded {
                first[packet.streamIndex, default: []].append(packet.pts)
            }
            packet.reset()
        }
        // What states a rate in whole ticks has no other, as far as can be seen without reading all of it.
        let searched = video.filter { !$0.keepsWholeTicks(first[$0.index, default: []]) }
        guard !searched.isEmpty else { return }
        indexes = Set(searched.map(\.index))
        var found = isMore ? gridsByHeaders(of: searched, beginningWith: first) : nil
        if found == nil {
            var search = TrackGridSearch(searched, origin: origin)
            for (index, times) in first where indexes.contains(index) {
                for time in times { search.add(time, of: index) }
            }
            while isMore, try demuxer.read(into: packet) {
                if indexes.contains(packet.streamIndex), !packet.isDiscarded {
                    search.add(packet.pts, of: packet.streamIndex)
                }
                packet.reset()
            }
            found = search.found()
        }
        for index in indexes {
            guard let result = found?[index] else { continue }
            tracks[index].take(result.grid)
            if let rate = result.rate { tracks[index].video?.claim(rate.rate, hasGaps: rate.hasGaps) }
        }
    }

    /// So many frames of each track are read by libavformat, too.
    private static let comparedFrames = 64

    /// The grids by what the headers of blocks say; `nil` where they say of the first frames something else than libavformat, or not
    /// everything can be read.
    private func gridsByHeaders(
        of searched: [MediaTrack],
        beginningWith first: [Int: [Int64?]]
    ) -> [Int: FrameGridSearch]? {
        ByteSource.reading(path) { source throws(FileError) in
            let scanner = ElementScanner(source.readingBlockHeaders)
            var search = TrackGridSearch(searched, origin: origin)
            let numbers = try scanner.tracks().filter(\.isStream).map(\.number)
            let places = Dictionary(zip(numbers, streams.map(\.index))) { first, _ in first }
            var counts: [Int: Int] = [:]
            let isWhole = try scanner.forEachBlock { block throws(FileError) in
                guard let index = places[block.track], let stated = first[index] else { return true }
                let number = counts[index, default: 0]
                let time = number < stated.count ? stated[number] : block.time
                // What leads to the first frame may be stored with a later time.
                let isLeading = number < stated.count && stated[number] ?? .max < stated[0] ?? .min
                guard !block.isLaced, time == block.time || isLeading else { return false }
                counts[index] = number + 1
                search.add(time, of: index)
                return true
            }
            return isWhole ? search.found() : nil
        }
    }
}

/// The search for the grids of several tracks.
private struct TrackGridSearch {
    private let clocks: [Int: SourceClock]
    private var searches: [Int: FrameGridSearch]
    private var orders: [Int: PresentationOrder]

    /// Of tracks, which are known by their numbers. `origin`: where asset time begins on the file's own clock.
    init(_ tracks: [MediaTrack], origin: RationalTime) {
        func each<Value>(_ value: (MediaTrack) -> Value) -> [Int: Value] {
            Dictionary(tracks.map { ($0.index, value($0)) }) { first, _ in first }
        }
        clocks = each { SourceClock(track: $0, origin: origin) }
        searches = each { FrameGridSearch($0, stated: $0.video?.claimedFrameRate, acrossZero: origin.isNegative) }
        orders = each { _ in PresentationOrder() }
    }

    /// Adds the next frame that is decoded of a track, which is presented at a timestamp in the file.
    mutating func add(_ ticks: Int64?, of index: Int) {
        guard let instant = clocks[index]?.instant(ticks),
            let frame = orders[index]?.push(PresentationOrder.Frame(timestamp: instant, duration: .zero))
        else { return }
        searches[index]?.add(frame.timestamp)
    }

    /// What was found, when all frames are added.
    mutating func found() -> [Int: FrameGridSearch] {
        for index in orders.keys {
            while let frame = orders[index]?.pop() { searches[index]?.add(frame.timestamp) }
        }
        return searches
    }
}

extension VideoFormat {
    /// Takes a rate that was found for the claimed one. Where frames are missing, it is that only if a constant rate is claimed.
    fileprivate mutating func claim(_ rate: FrameRate, hasGaps: Bool) {
        guard claimsConstantRate || !hasGaps else { return }
        (claimedFrameRate, claimsConstantRate) = (rate, true)
    }
}

extension MediaTrack {
    /// Takes what was found. The first frame that can be decoded begins at its instant, too, where others come before it.
    fileprivate mutating func take(_ grid: FrameGrid?) {
        self.grid = grid
        if let grid { range = range.map { ending($0, on: grid) } }
        guard let grid, let first = firstWhole else { return }
        let exact = grid.instant(of: first)
        firstWhole = exact
        range = range.flatMap { try? TimeRange(start: exact, end: max(exact, $0.end)) }
    }

    /// A range that ends with an instant of the grid, where its end was rounded from that: what follows the clip would be late by as much, and
    /// with it, at a constant rate, a frame too many.
    private func ending(_ range: TimeRange, on grid: FrameGrid) -> TimeRange {
        let exact = grid.instant(of: range.end)
        guard grid.outliers == 0, let twice = try? tick + tick, grid.rate.frameDuration > twice,
            let distance = try? exact - range.end, distance < tick, let early = try? range.end - exact, early < tick,
            let ended = try? TimeRange(start: range.start, end: exact)
        else { return range }
        return ended
    }

    /// Whether the container states a rate that its clock can express, and the first frames, by their timestamps, come at it. Frames may be
    /// missing.
    fileprivate func keepsWholeTicks(_ first: [Int64?]) -> Bool {
        guard let rate = video?.claimedFrameRate,
            let ticks = PlaybackRate(source: rate.frameDuration, target: tick), ticks.denominator == 1
        else { return false }
        let times = first.compactMap(\.self).sorted()
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        // Every step is a multiple of one tick.
        if ticks.numerator == 1 { return steps.allSatisfy { $0 == 1 } }
        // Reordered frames may be missing at the end of what was read.
        return steps.allSatisfy { $0 % Int64(ticks.numerator) == 0 } && (steps.min() ?? 0) <= Int64(ticks.numerator)
    }
}
