public import MediaTime

/// Finds the instants of frames by their numbers. It reads the timestamps of all frames, because the rate may vary.
public struct FrameLookup {
    private let media: MediaDescription
    private let track: MediaTrack

    /// A lookup in a track of frames.
    public init(media: MediaDescription, track: MediaTrack) {
        self.media = media
        self.track = track
    }

    /// When a frame is presented, in asset time. The first frame has number 0. For the number of all frames it is the end of
    /// the last one; `nil` for greater numbers.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file).
    public func instant(ofFrame number: Int64) throws(ExportError) -> RationalTime? {
        var count: Int64 = 0
        var found: RationalTime?
        var end: RationalTime?
        do {
            var scan = try FrameTimingScan(path: media.path, track: track, origin: media.origin)
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
}
