public import MediaTime

/// Finds the instants of a track's frames, by their numbers or by instants that people type. It reads timestamps, because
/// the rate may vary.
public final class FrameLookup {
    private let media: MediaDescription
    private let track: MediaTrack
    private let framesPerFrame: Int
    private let known: ((Int64) -> RationalTime?)?
    private var reader: TrackReader?

    /// A lookup in a track of frames.
    ///
    /// - Parameters:
    ///   - media: The clip.
    ///   - track: Of frames.
    ///   - framesPerFrame: How many frames are shown of each of the track's: 2 where its fields become frames. It matters only for which frame parts
    ///     show first or last; whoever counts or names frames means the track's.
    ///   - known: Gives instants of frames that were read before (asset time), so that the file need not be read again.
    public init(
        media: MediaDescription,
        track: MediaTrack,
        framesPerFrame: Int = 1,
        known: ((Int64) -> RationalTime?)? = nil
    ) {
        self.media = media
        self.track = track
        self.framesPerFrame = framesPerFrame
        let grid = track.grid
        self.known = known.map { known in { number in known(number).map { grid?.instant(of: $0) ?? $0 } } }
    }

    /// When a frame is presented, in asset time. The first frame has number 0. For the number of all frames it is the end of
    /// the last one; `nil` for greater numbers.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file).
    public func instant(ofFrame number: Int64) throws(ExportError) -> RationalTime? {
        if let instant = known?(number) { return instant }
        var count: Int64 = 0
        var found: RationalTime?
        var end: RationalTime?
        do {
            var scan = try FrameTimingScan(media, track: track)
            try scan.run { frame in
                if count == number { found = frame.timestamp }
                count += 1
                end = try frame.timestamp + frame.duration
            }
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
        return found ?? (count == number ? end : nil)
    }

    /// Looks for where the first frame that parts show ends. Where it is all that the first part shows, the next one may go on with it, as
    /// behind a hold.
    ///
    /// - Parameter mappings: At least one, of this clip, in target order and without a break.
    /// - Returns: The instant (target time).
    /// - Throws: ``ExportError`` where the file cannot be read or a time cannot be expressed.
    /// - Complexity: Reads from the key frame before the frame up to it, for each part that shows it.
    public func endOfFirstFrame(in mappings: [TimeMapping]) throws(ExportError) -> RationalTime {
        try edge(of: mappings, isFirst: true)
    }

    /// Looks for where the last frame that parts show begins. Where it is all that the last part shows, the one before may show it already.
    ///
    /// - Parameter mappings: At least one, of this clip, in target order and without a break.
    /// - Returns: The instant (target time).
    /// - Throws: ``ExportError`` where the file cannot be read or a time cannot be expressed.
    /// - Complexity: Reads from the key frame before the frame up to it, for each part that shows it.
    public func startOfLastFrame(in mappings: [TimeMapping]) throws(ExportError) -> RationalTime {
        try edge(of: mappings, isFirst: false)
    }

    private func edge(of mappings: [TimeMapping], isFirst: Bool) throws(ExportError) -> RationalTime {
        do {
            var edge = RationalTime.zero
            var shown: RationalTime?
            for (index, mapping) in (isFirst ? mappings : mappings.reversed()).enumerated() {
                let frame = try frame(of: mapping, isFirst: isFirst)
                if index > 0, frame != shown { return edge }
                shown = frame
                edge = try end(of: mapping, isFirst: isFirst)
                if edge != (isFirst ? mapping.target.end : mapping.target.start) { return edge }
            }
            return edge
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }

    /// When the frame begins that a part shows first or last; `nil` where it shows none there.
    private func frame(of mapping: TimeMapping, isFirst: Bool) throws -> RationalTime? {
        let source = mapping.source
        let instant = try mapping.showsStart(isFirst: isFirst) ? source.start : source.end - Self.microsecond
        return try shown(at: instant).before
    }

    private func end(of mapping: TimeMapping, isFirst: Bool) throws -> RationalTime {
        let target = mapping.target
        if case .hold = mapping.course { return isFirst ? target.end : target.start }
        let edge: RationalTime
        if mapping.showsStart(isFirst: isFirst) {
            let next = try shown(at: mapping.source.start, withNext: true).after
            edge = min(next ?? mapping.source.end, mapping.source.end)
        } else {
            let before = try shown(at: mapping.source.end - Self.microsecond).before
            edge = max(before ?? mapping.source.start, mapping.source.start)
        }
        return min(max(try mapping.targetTime(ofSource: edge), target.start), target.end)
    }

    private static let microsecond = RationalTime(1, 1_000_000)

    /// The neighbours of an instant among the frames that are shown.
    private func shown(at instant: RationalTime, withNext: Bool = false) throws -> FrameNeighbours {
        guard framesPerFrame == 2 else { return try neighbours(of: instant, withNext: withNext) }
        // Where the second field begins depends on the next frame.
        let clock = SourceClock(track: track, origin: media.origin)
        return try neighbours(of: instant, withNext: true).ofFields(clock)
    }

    private func neighbours(of instant: RationalTime, withNext: Bool) throws -> FrameNeighbours {
        var reader = try self.reader.take() ?? TrackReader(media, track: track)
        let neighbours = try reader.neighbours(of: instant, withNext: withNext)
        self.reader = consume reader
        return neighbours
    }

    /// The timestamp that an instant (asset time) stands for: that of a frame which lies near it, else the instant itself. Timestamps are
    /// mostly no decimal fractions, and people type those with six decimals.
    ///
    /// - Parameters:
    ///   - instant: Asset time.
    ///   - precision: A frame is near that lies less than so many seconds from it: what people type is precise to a microsecond.
    /// - Returns: Asset time.
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: Reads from the key frame before the instant up to it.
    public func snapped(_ instant: RationalTime, within precision: Double = 1e-6) throws(ExportError) -> RationalTime {
        do {
            return try neighbours(of: instant, withNext: precision > FrameNeighbours.precision).snapped(
                within: precision
            )
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }
}

extension TimeMapping {
    /// Whether what it shows first or last is the start of its source, and not the end.
    fileprivate func showsStart(isFirst: Bool) -> Bool {
        switch course {
        case .hold: true
        case .constant, .ramp: isFirst
        case .reverse: !isFirst
        }
    }
}
