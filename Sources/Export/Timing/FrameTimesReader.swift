package import MediaTime

/// Reads when each frame of a track is presented, in the order in which frames are shown and counted.
package struct FrameTimesReader: ~Copyable {
    /// A frame that is presented.
    package struct Entry: Hashable, Sendable {
        /// Asset time.
        package let start: RationalTime
        package let duration: RationalTime
        /// Whether the container marks it as a key frame.
        package let isKey: Bool
    }

    private let media: MediaDescription
    private let track: MediaTrack

    package init(_ media: MediaDescription, track: MediaTrack) {
        (self.media, self.track) = (media, track)
    }

    /// How all frames follow one another.
    ///
    /// - Returns: What was measured, in asset time.
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file).
    package func timing() throws -> FrameTiming {
        var timing = FrameTiming()
        try read { timing.add($0.start, lasting: $0.duration) }
        return timing
    }

    /// Visits every frame. The visitor ends the reading by an error.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read; what the visitor throws.
    /// - Complexity: O(size of the file).
    package func read(_ visit: (Entry) throws -> Void) throws {
        do {
            var scan = try FrameTimingScan(media, track: track)
            try scan.run { frame in
                try visit(
                    Entry(
                        start: frame.timestamp,
                        duration: frame.duration,
                        isKey: frame.isKey
                    )
                )
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }
}
