internal import FFmpeg
internal import TimeStretch

/// A clip's first audio track as one channel, from asset time zero on.
enum MonoSound {
    /// Samples a second.
    static let sampleRate = 16_000
    /// What comes later is not read: memory stays below 400 MB, most of it for the search.
    private static let longest = 15 * 60 * sampleRate

    /// - Throws: ``ExportError`` `.notAligned` where there is no audio; what reading the file throws.
    static func samples(of media: MediaDescription) throws(ExportError) -> [Float] {
        guard let track = media.tracks.first(where: { $0.kind == .audio && $0.obstacle == nil }),
            let audio = track.audio, audio.sampleRate > 0
        else { throw ExportError(.notAligned, "\(media.path) has no audio by which it could be aligned") }
        do {
            return try samples(of: track, in: media)
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }

    private static func samples(of track: MediaTrack, in media: MediaDescription) throws -> [Float] {
        var source = try AudioSource.open(track, of: media)
        try source.seek(to: 0, until: nil)
        let mono = ChannelLayout(channelCount: 1)
        var resampler = try AudioResampler.make(from: source.sampleRate, to: sampleRate, mono)
        var samples: [Float] = []
        while samples.count < longest, let block = try source.next() {
            samples += try resampler.resample(mixed(block)).channels[0]
        }
        samples += try resampler.finish().channels[0]
        return samples
    }

    private static func mixed(_ block: PlanarSamples) -> PlanarSamples {
        guard block.channelCount > 1 else { return block }
        var sum = block.channels[0]
        for channel in block.channels.dropFirst() {
            for index in sum.indices { sum[index] += channel[index] }
        }
        return PlanarSamples(channels: [sum])
    }
}
