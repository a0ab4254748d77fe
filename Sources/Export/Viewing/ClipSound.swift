internal import FFmpeg
package import TimeStretch

/// Decoded samples of a clip's audio, from any of them on.
package struct ClipSound: ~Copyable, Sendable {
    /// Samples a second.
    package let sampleRate: Int
    private let path: String
    private var source: AudioSource

    /// Opens a track.
    ///
    /// - Throws: ``ExportError`` where it cannot be decoded.
    package static func open(_ media: MediaDescription, track: MediaTrack) throws(ExportError) -> ClipSound {
        do {
            let reader = try TrackReader(media, track: track)
            let parameters = reader.stream.parameters
            let source = AudioSource(
                sampleRate: parameters.sampleRate,
                channelLayout: parameters.channelLayout,
                frames: try DecodedFrames.open(reader, damage: DamageLog())
            )
            return ClipSound(sampleRate: parameters.sampleRate, path: media.path, source: source)
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }

    private init(sampleRate: Int, path: String, source: consuming AudioSource) {
        (self.sampleRate, self.path) = (sampleRate, path)
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
