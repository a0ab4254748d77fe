internal import FFmpeg
public import MediaTime

/// Finds the instants of frames by their numbers: by every timestamp before them, since a frame's number says nothing
/// about its time where the rate varies.
public struct FrameLookup {
    private let media: MediaDescription
    private let track: MediaTrack

    /// A lookup in a track of frames.
    public init(media: MediaDescription, track: MediaTrack) {
        self.media = media
        self.track = track
    }

    /// When a frame is presented, in asset time; the number of frames is the end of the last one; `nil` beyond.
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
        } catch let error as FFmpegError {
            throw ExportError(reading: media.path, error)
        } catch {
            throw ExportError(.fault, "\(error)")
        }
        return found ?? (count == number ? end : nil)
    }
}
