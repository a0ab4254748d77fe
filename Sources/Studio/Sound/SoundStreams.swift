internal import Export
internal import Synchronization
internal import TimeStretch

/// The sound of previews, rendered while it is played. Of each preview and algorithm one stretch is under way; a few in all.
final class SoundStreams: Sendable {
    private struct Key: Hashable {
        let preview: Int
        let pitch: PitchAlgorithm
    }

    /// The one that was used last is the last.
    private let streams = Mutex<[(key: Key, stream: SoundStream)]>([])

    private static let most = 8
    /// A new stretch begins so much before what is asked for, so that its first window does not fade in there.
    private static let leadIn = 0.2

    /// Samples of a preview's sound.
    ///
    /// - Throws: ``StudioError`` where it cannot be rendered.
    func samples(
        of sound: PlannedSound,
        preview: Int,
        pitch: PitchAlgorithm,
        from sample: Int64,
        count: Int
    ) throws(StudioError) -> [Float] {
        let count = Int(min(Int64(count), sound.count - sample))
        guard sample >= 0, count > 0 else { return [] }
        let key = Key(preview: preview, pitch: pitch)
        do {
            let stream = try streams.withLock { streams in
                if let place = streams.firstIndex(where: { $0.key == key && $0.stream.reaches(sample) }) {
                    let entry = streams.remove(at: place)
                    streams.append(entry)
                    return entry.stream
                }
                let start = max(0, sample - Int64(Self.leadIn * Double(sound.sampleRate)))
                let stream = try SoundStream(sound, pitch: pitch, from: start)
                // One is played, and one may be compared with it from elsewhere: of the same algorithm one is enough.
                streams.removeAll { entry in
                    if entry.key == key { entry.stream.cancel() }
                    return entry.key == key
                }
                if streams.count == Self.most { streams.removeFirst().stream.cancel() }
                streams.append((key, stream))
                return stream
            }
            return try stream.samples(from: sample, count: count)
        } catch let error as StudioError {
            throw error
        } catch {
            throw StudioError(.failed, "\(error)")
        }
    }

    func close() {
        streams.withLock { streams in
            for entry in streams { entry.stream.cancel() }
            streams = []
        }
    }
}
