internal import FFmpeg
internal import Files
internal import TimeStretch

/// Images of audio, drawn by libavfilter.
enum SpectrogramImage {
    /// In pixels: wide enough for a large screen.
    static let width = 1600
    /// Samples of one spectrum. libavfilter takes twice as many as the image has rows.
    static let spectrumSize = 1024

    /// Writes a spectrogram as a WebP image: all channels together, logarithmic frequency, a range of 100 dB.
    static func writeSpectrogram(of audio: AudioSamples, to path: String) throws {
        let size = "\(width)x\(spectrumSize / 2)"
        let look = "mode=combined:legend=0:color=magma:scale=log:fscale=log:drange=100"
        // Scaled to the height at which the page shows it.
        let chain = "showspectrumpic=s=\(size):\(look),scale=\(width):256:flags=area"
        try write(chain + ",format=yuv420p", of: columns(of: audio), to: path, encoder: "libwebp")
    }

    /// The samples of all columns of a spectrogram, one column after the other, each with a full spectrum.
    ///
    /// The filter reads each sample only once. If the audio is short, each column would get a few samples only, too few to
    /// show tones. So the samples around the middle of each column are repeated.
    static func columns(of audio: AudioSamples) -> AudioSamples {
        guard audio.frameCount < width * spectrumSize else { return audio }
        let channels = audio.samples.channels.map { channel in
            (0..<width).flatMap { column -> [Float] in
                let first = (2 * column + 1) * channel.count / (2 * width) - spectrumSize / 2
                let there = (first..<first + spectrumSize).clamped(to: channel.indices)
                let before = Array(repeating: Float(0), count: min(max(there.lowerBound - first, 0), spectrumSize))
                let window = before + channel[there]
                return window + Array(repeating: 0, count: spectrumSize - window.count)
            }
        }
        return AudioSamples(PlanarSamples(channels: channels), sampleRate: audio.sampleRate, audio.channelLayout)
    }

    /// Writes a waveform as a PNG.
    static func writeWaveform(of audio: AudioSamples, to path: String) throws {
        let mono =
            "pan=mono|c0="
            + (0..<audio.samples.channelCount)
            .map { "\(1 / Double(audio.samples.channelCount))*c\($0)" }.joined(separator: "+")
        try write(
            "\(mono),showwavespic=s=\(width)x80:colors=0xff9466:scale=sqrt,format=rgba",
            of: wholeColumns(of: audio),
            to: path,
            encoder: "png"
        )
    }

    /// The samples of a waveform: as many for each column, the nearest ones repeated.
    ///
    /// The filter gives each column a whole number of samples, and draws nothing where that is none.
    static func wholeColumns(of audio: AudioSamples) -> AudioSamples {
        let count = audio.frameCount
        let wanted = max(1, (count + width - 1) / width) * width
        guard wanted != count else { return audio }
        let channels = audio.samples.channels.map { channel in
            (0..<wanted).map { index -> Float in channel.isEmpty ? 0 : channel[index * count / wanted] }
        }
        return AudioSamples(PlanarSamples(channels: channels), sampleRate: audio.sampleRate, audio.channelLayout)
    }

    private static func write(
        _ chain: String,
        of audio: AudioSamples,
        to path: String,
        encoder: String
    ) throws {
        var filters = FilterChain(chain, timeBase: TimeBase(1, Int32(audio.sampleRate)), output: .video)
        var image: [UInt8] = []
        func encode(_ frame: borrowing Frame) throws { image = try bytes(of: frame, by: encoder) }
        try audio.forEachFrame(of: AudioSamples.blockLength) { try filters.filter($0, encode) }
        try filters.finish(encode)
        guard !image.isEmpty else { throw ComparisonError(.unsupported, "libavfilter drew no image") }
        try NewFile.create(path).write(image)
    }

    private static func bytes(of frame: borrowing Frame, by name: String) throws -> [UInt8] {
        guard let format = frame.pixelFormat else { throw ComparisonError(.unsupported, "libavfilter drew no image") }
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoder: name,
                width: frame.width,
                height: frame.height,
                pixelFormat: format,
                timeBase: TimeBase(1, 1),
                frameRate: nil,
                needsGlobalHeader: false
            )
        )
        let packet = try Packet()
        guard try encoder.send(frame) else { return [] }
        try encoder.sendEnd()
        return try encoder.receive(into: packet) == .produced ? packet.bytes : []
    }
}
