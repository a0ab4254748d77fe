internal import FFmpeg
internal import Files
internal import MediaSyntax
internal import MediaTime

extension MediaDescription {
    /// Finds the exact instants that Matroska's rounded milliseconds stand for.
    ///
    /// All other containers' timestamps are copied as they are: their writers have chosen the clock. Only for choosing frames
    /// at a constant rate are theirs looked at in the same way (`ExportPlanner.measure`).
    ///
    /// libavformat reads payloads with every timestamp. So the timestamps are read from the headers of blocks, where libavformat's of
    /// the first frames are the same; else, and where a file is damaged or has clusters without a size, by libavformat.
    ///
    /// `demuxer` has the file open, and has read no packet of it, unless it was surveyed.
    ///
    /// - Complexity: O(number of packets), or of a file that libavformat reads O(its size), for Matroska with video whose rate no
    ///   number of milliseconds can express.
    mutating func restoreGrids(_ demuxer: borrowing Demuxer) throws(FFmpegError) {
        guard format.hasPrefix("matroska") else { return }
        let searched = tracks.filter { $0.kind == .video && !$0.statesWholeTicks }
        guard !searched.isEmpty else { return }
        try isSurveyed ? findGrids(of: searched, Demuxer(path: path)) : findGrids(of: searched, demuxer)
    }

    private mutating func findGrids(of searched: [MediaTrack], _ demuxer: borrowing Demuxer) throws(FFmpegError) {
        let indexes = Set(searched.map(\.index))
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
        var found = isMore ? gridsByHeaders(of: searched, beginningWith: first) : nil
        if found == nil {
            var search = TrackGridSearch(searched, origin: origin)
            for (index, times) in first { for time in times { search.add(time, of: index) } }
            while isMore, try demuxer.read(into: packet) {
                if indexes.contains(packet.streamIndex), !packet.isDiscarded {
                    search.add(packet.pts, of: packet.streamIndex)
                }
                packet.reset()
            }
            found = search.grids()
        }
        for index in indexes {
            tracks[index].grid = found?[index]
            if let grid = found?[index] { tracks[index].video?.claim(grid) }
        }
    }

    /// So many frames of each track are read by libavformat, too.
    private static let comparedFrames = 64

    /// The grids by what the headers of blocks say; `nil` where they say of the first frames something else than libavformat, or not
    /// everything can be read.
    private func gridsByHeaders(
        of searched: [MediaTrack],
        beginningWith first: [Int: [Int64?]]
    ) -> [Int: FrameGrid]? {
        ByteSource.reading(path) { source throws(FileError) in
            let scanner = ElementScanner(source.readingBlockHeaders)
            var search = TrackGridSearch(searched, origin: origin)
            let numbers = try scanner.tracks().filter(\.isStream).map(\.number)
            let places = Dictionary(zip(numbers, streams.map(\.index))) { first, _ in first }
            var counts: [Int: Int] = [:]
            let isWhole = try scanner.forEachBlock { block throws(FileError) in
                guard let index = places[block.track], let stated = first[index] else { return true }
                let number = counts[index, default: 0]
                guard !block.isLaced, number >= stated.count || stated[number] == block.time else { return false }
                counts[index] = number + 1
                search.add(block.time, of: index)
                return true
            }
            return isWhole ? search.grids() : nil
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
        searches = each { FrameGridSearch($0, stated: $0.video?.claimedFrameRate) }
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
    mutating func grids() -> [Int: FrameGrid] {
        for index in orders.keys {
            while let frame = orders[index]?.pop() { searches[index]?.add(frame.timestamp) }
        }
        return searches.compactMapValues(\.grid)
    }
}

extension VideoFormat {
    /// Takes a grid's rate for the claimed one. Where frames are missing, it is that only if a constant rate is claimed.
    fileprivate mutating func claim(_ grid: FrameGrid) {
        guard claimsConstantRate || !grid.hasGaps else { return }
        (claimedFrameRate, claimsConstantRate) = (grid.rate, true)
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
