internal import FFmpeg
internal import TimeStretch

/// Pictures of sound, drawn by libavfilter.
enum SoundPicture {
    /// Wide enough for a large screen.
    private static let width = 1600

    /// Writes the frequencies over time as a PNG: all channels together, logarithmic frequency, 100 dB of range.
    static func writeSpectrogram(of sound: Sound, to path: String) throws {
        let picture = "s=\(width)x512:mode=combined:legend=0:color=magma:scale=log:fscale=log:drange=100"
        // Drawn from 1,024-sample spectra, then made as tall as it is shown.
        try write("showspectrumpic=\(picture),scale=\(width):256:flags=area,format=rgb24", of: sound, to: path)
    }

    /// Writes the amplitude over time as a PNG.
    static func writeWaveform(of sound: Sound, to path: String) throws {
        let mono =
            "pan=mono|c0="
            + (0..<sound.samples.channelCount)
            .map { "\(1 / Double(sound.samples.channelCount))*c\($0)" }.joined(separator: "+")
        try write("\(mono),showwavespic=s=\(width)x80:colors=0xff9466:scale=sqrt,format=rgba", of: sound, to: path)
    }

    private static func write(_ chain: String, of sound: Sound, to path: String) throws {
        var filters = FilterChain(chain, timeBase: TimeBase(1, Int32(sound.sampleRate)), output: .pictures)
        var png: [UInt8] = []
        func encode(_ frame: borrowing Frame) throws { png = try bytes(of: frame) }
        try sound.forEachFrame(of: Sound.blockLength) { try filters.filter($0, encode) }
        try filters.finish(encode)
        try WholeFile.write(png, to: path)
    }

    private static func bytes(of frame: borrowing Frame) throws -> [UInt8] {
        guard let format = frame.pixelFormat else { throw ComparisonError(.unsupported, "no picture was drawn") }
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
