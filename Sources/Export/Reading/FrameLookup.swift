public import MediaTime

/// Finds the instants of a track's frames, by their numbers or by instants that people type. It reads timestamps, because
/// the rate may vary.
public final class FrameLookup {
    private let media: MediaDescription
    private let track: MediaTrack
    private let known: ((Int64) -> RationalTime?)?
    private var reader: TrackReader?

    /// A lookup in a track of frames.
    ///
    /// - Parameters:
    ///   - media: The clip.
    ///   - track: Of frames.
    ///   - known: Gives instants of frames that were read before (asset time), so that the file need not be read again.
    public init(media: MediaDescription, track: MediaTrack, known: ((Int64) -> RationalTime?)? = nil) {
        self.media = media
        self.track = track
        self.known = known
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

    /// When the first frame that a part shows ends (target time).
    ///
    /// - Throws: ``ExportError`` where the file cannot be read or a time cannot be expressed.
    /// - Complexity: Reads from the key frame before the frame up to it.
    public func endOfFirstFrame(in mapping: TimeMapping) throws(ExportError) -> RationalTime {
        try end(of: mapping, isFirst: true)
    }

    /// When the last frame that a part shows begins (target time).
    ///
    /// - Throws: ``ExportError`` where the file cannot be read or a time cannot be expressed.
    /// - Complexity: Reads from the key frame before the frame up to it.
    public func startOfLastFrame(in mapping: TimeMapping) throws(ExportError) -> RationalTime {
        try end(of: mapping, isFirst: false)
    }

    private func end(of mapping: TimeMapping, isFirst: Bool) throws(ExportError) -> RationalTime {
        let target = mapping.target
        do {
            // In source time it is the frame at the start or at the end.
            let isAtStart: Bool
            switch mapping.course {
            case .hold: return isFirst ? target.end : target.start
            case .constant, .ramp: isAtStart = isFirst
            case .reverse: isAtStart = !isFirst
            }
            let edge: RationalTime
            if isAtStart {
                let next = try neighbours(of: mapping.source.start, withNext: true).after
                edge = min(next ?? mapping.source.end, mapping.source.end)
            } else {
                let microsecond = RationalTime(1, 1_000_000)
                let before = try neighbours(of: mapping.source.end - microsecond, withNext: false).before
                edge = max(before ?? mapping.source.start, mapping.source.start)
            }
            return min(max(try mapping.targetTime(ofSource: edge), target.start), target.end)
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }

    private func neighbours(of instant: RationalTime, withNext: Bool) throws -> FrameNeighbours {
        var reader = try self.reader.take() ?? TrackReader(media, track: track)
        let neighbours = try reader.neighbours(of: instant, withNext: withNext)
        self.reader = consume reader
        return neighbours
    }

    /// The timestamp that an instant (asset time) stands for: that of a frame which lies less than a microsecond from it,
    /// else the instant itself. Timestamps are mostly no decimal fractions, and people type those with six decimals.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: Reads from the key frame before the instant up to it.
    public func snapped(_ instant: RationalTime) throws(ExportError) -> RationalTime {
        do {
            return try neighbours(of: instant, withNext: false).snapped
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }
}
