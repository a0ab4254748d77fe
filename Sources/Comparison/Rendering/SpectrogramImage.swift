internal import FFmpeg
internal import Files
internal import TimeStretch

/// Frames of audio, drawn by libavfilter.
enum SpectrogramImage {
    /// Wide enough for a large screen.
    static let width = 1600
    /// Samples of a spectrum: libavfilter takes twice as many as the video has rows.
    static let spectrumSize = 1024

    /// Writes the frequencies over time as a PNG: all channels together, logarithmic frequency, 100 dB of range.
    static func writeSpectrogram(of audio: AudioSamples, to path: String) throws {
        let size = "\(width)x\(spectrumSize / 2)"
        let look = "mode=combined:legend=0:color=magma:scale=log:fscale=log:drange=100"
        // Made as tall as it is shown.
        let chain = "showspectrumpic=s=\(size):\(look),scale=\(width):256:flags=area,format=rgb24"
        try write(chain, of: columns(of: audio), to: path)
    }

    /// What each column of a spectrogram shows, one behind the other, at full length.
    ///
    /// The filter reads on from column to column and never back, so in an audio that is not long enough for all columns
    /// it would take each spectrum of a few samples, in which no tone is told from another.
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

    /// Writes the amplitude over time as a PNG.
    static func writeWaveform(of audio: AudioSamples, to path: String) throws {
        let mono =
            "pan=mono|c0="
            + (0..<audio.samples.channelCount)
            .map { "\(1 / Double(audio.samples.channelCount))*c\($0)" }.joined(separator: "+")
        try write("\(mono),showwavespic=s=\(width)x80:colors=0xff9466:scale=sqrt,format=rgba", of: audio, to: path)
    }

    private static func write(_ chain: String, of audio: AudioSamples, to path: String) throws {
        var filters = FilterChain(chain, timeBase: TimeBase(1, Int32(audio.sampleRate)), output: .video)
        var png: [UInt8] = []
        func encode(_ frame: borrowing Frame) throws { png = try bytes(of: frame) }
        try audio.forEachFrame(of: AudioSamples.blockLength) { try filters.filter($0, encode) }
        try filters.finish(encode)
        try NewFile.create(path).write(png)
    }

    private static func bytes(of frame: borrowing Frame) throws -> [UInt8] {
        guard let format = frame.pixelFormat else { throw ComparisonError(.unsupported, "no video was drawn") }
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoder: "png",
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
