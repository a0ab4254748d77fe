package import TimeStretch

/// Decoded samples of a clip's audio, from any of them on.
package struct ClipSound: ~Copyable, Sendable {
    private let path: String
    private var source: AudioSource

    /// Opens a track.
    ///
    /// - Throws: ``ExportError`` where it cannot be decoded.
    package static func open(_ media: MediaDescription, track: MediaTrack) throws(ExportError) -> ClipSound {
        do {
            return ClipSound(path: media.path, source: try AudioSource.open(track, of: media))
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }

    private init(path: String, source: consuming AudioSource) {
        self.path = path
        self.source = source
    }

    /// Goes to a sample, counted from asset time zero; `nil` as end is that of the audio.
    package mutating func seek(to sample: Int64, until end: Int64? = nil) throws(ExportError) {
        do { try source.seek(to: sample, until: end) } catch { throw ExportError(whileReading: path, error) }
    }

    /// The next samples; `nil` at the end.
    package mutating func next() throws(ExportError) -> PlanarSamples? {
        do { return try source.next() } catch { throw ExportError(whileReading: path, error) }
    }
}
