internal import FFmpeg
internal import TimeStretch

/// Reads and writes whole audio files. Renderings are short enough to be held in memory.
package enum AudioFile {
    /// How samples are stored.
    enum Coding {
        /// WAV of 24-bit samples.
        case wav
        /// Opus in Ogg, which browsers decode: a fifteenth of the size, and hardly to be told from the WAV.
        case opus

        var encoder: String { self == .wav ? "pcm_s24le" : "libopus" }
        var container: String { self == .wav ? "wav" : "ogg" }

        /// Bits of Opus a second.
        static func opusBitRate(channelCount: Int) -> Int64 { channelCount > 1 ? 128_000 : 80_000 }

        /// The encoder's settings. A page plays two channels at most, and Opus has a sample rate of its own.
        func settings(for audio: AudioSamples) -> AudioEncoderSettings {
            switch self {
            case .wav:
                AudioEncoderSettings(
                    encoder: encoder,
                    sampleRate: audio.sampleRate,
                    channelLayout: audio.channelLayout,
                    needsGlobalHeader: false
                )
            case .opus:
                AudioEncoderSettings(
                    encoder: encoder,
                    sampleRate: 48_000,
                    channelLayout: audio.samples.channelCount > 1 ? .init(channelCount: 2) : audio.channelLayout,
                    bitRate: Self.opusBitRate(channelCount: audio.samples.channelCount),
                    needsGlobalHeader: false
                )
            }
        }
    }

    /// Reads the first audio track of a file. What is no number, or is beyond any number of 32 bits, is limited.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - format: Audio whose sample rate and channels the result is to have; `nil` keeps the file's own.
    /// - Returns: The samples.
    /// - Throws: ``ComparisonError`` where there is no audio; `FFmpegError`.
    static func read(_ path: String, as format: AudioSamples? = nil) throws -> AudioSamples {
        let demuxer = try Demuxer(path: path)
        guard let stream = demuxer.streams.first(where: { $0.kind == .audio }) else {
            throw ComparisonError(.unreadable, "\(path) holds no audio")
        }
        let sampleRate = format?.sampleRate ?? stream.parameters.sampleRate
        let layout = format?.channelLayout ?? stream.parameters.channelLayout
        demuxer.select { $0 == stream.index }
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        var audio = AudioSamples(PlanarSamples(channelCount: layout.channelCount), sampleRate: sampleRate, layout)
        var chain = FilterChain(
            // Of 16 bits, mixing would round to 16 bits.
            "aformat=sample_fmts=fltp,"
                + Self.mixing(stream.parameters.channelLayout.channelCount, to: layout.channelCount)
                + "aresample=\(sampleRate),aformat=sample_fmts=fltp:channel_layouts=\(layout.name)",
            timeBase: stream.timeBase
        )
        let packet = try Packet()
        let frame = try Frame()
        func keep(_ frame: borrowing Frame) throws { try chain.filter(frame) { audio.append($0) } }
        while try demuxer.read(into: packet) { try decoder.decode(packet, into: frame, keep) }
        try decoder.finish(into: frame, keep)
        try chain.finish { audio.append($0) }
        audio.samples = audio.samples.limited
        return audio
    }

    /// The filter that makes stereo of mono, or mono of stereo, at the same level: libswresample's own changes it by 3 dB.
    ///
    /// - Parameters:
    ///   - count: How many channels there are.
    ///   - wanted: How many there are to be.
    /// - Returns: The filter with a comma behind it; nothing for other channels.
    static func mixing(_ count: Int, to wanted: Int) -> String {
        switch (count, wanted) {
        case (1, 2): "pan=stereo|c0=c0|c1=c0,"
        case (2, 1): "pan=mono|c0=0.5*c0+0.5*c1,"
        default: ""
        }
    }

    /// The mean of all channels of a file's first audio track, at its own sample rate.
    ///
    /// - Parameter path: The file.
    /// - Returns: The samples.
    /// - Throws: ``ComparisonError`` where there is no audio; `FFmpegError`.
    package static func middle(of path: String) throws -> [Float] { try read(path).samples.middle }

    /// Writes a file of one audio track.
    static func write(_ audio: AudioSamples, to path: String, as coding: Coding) throws {
        let settings = coding.settings(for: audio)
        let encoder = try Encoder(settings)
        guard let format = ContainerFormat(named: coding.container) else {
            throw ComparisonError(.unsupported, "this libavformat cannot write \(coding.container)")
        }
        let muxer = try Muxer.create(path: path, format: format)
        _ = try muxer.add(Muxer.StreamDescription(parameters: encoder.parameters, timeBase: encoder.timeBase))
        try muxer.writeHeader()
        let target = muxer.timeBase(ofStream: 0)
        let packet = try Packet()
        func mux(_ packet: borrowing Packet) throws {
            packet.streamIndex = 0
            packet.rescale(from: encoder.timeBase, to: target)
            try muxer.write(packet)
        }
        var chain = FilterChain(
            """
            aformat=sample_fmts=\(encoder.sampleFormatName ?? "s16"):sample_rates=\(settings.sampleRate):\
            channel_layouts=\(settings.channelLayout.name)\(encoder.frameSize.map { ",asetnsamples=n=\($0):p=0" } ?? "")
            """,
            timeBase: TimeBase(1, Int32(audio.sampleRate))
        )
        func encode(_ frame: borrowing Frame) throws { try encoder.encode(frame, into: packet, mux) }
        try audio.forEachFrame(of: AudioSamples.blockLength) { try chain.filter($0, encode) }
        try chain.finish(encode)
        try encoder.finish(into: packet, mux)
        try muxer.finish()
    }
}
