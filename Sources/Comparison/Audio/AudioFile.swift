internal import FFmpeg
internal import TimeStretch

/// Whole audio files, in memory: renderings are short.
enum AudioFile {
    /// How samples are stored.
    enum Coding {
        /// WAV of 24-bit samples.
        case wav
        /// FLAC of 16-bit samples: what browsers decode without loss.
        case flac

        var encoder: String { self == .wav ? "pcm_s24le" : "flac" }
        var container: String { self == .wav ? "wav" : "flac" }
    }

    /// The first track of audio in a file, in its own format.
    static func read(_ path: String) throws -> AudioSamples {
        let demuxer = try Demuxer(path: path)
        guard let stream = demuxer.streams.first(where: { $0.parameters.kind == .audio }) else {
            throw ComparisonError(.unreadable, "\(path) holds no audio")
        }
        return try read(demuxer, stream, sampleRate: stream.parameters.sampleRate, stream.parameters.channelLayout)
    }

    /// The first track of audio in a file, brought to a format.
    static func read(_ path: String, as format: AudioSamples) throws -> AudioSamples {
        let demuxer = try Demuxer(path: path)
        guard let stream = demuxer.streams.first(where: { $0.parameters.kind == .audio }) else {
            throw ComparisonError(.unreadable, "\(path) holds no audio")
        }
        return try read(demuxer, stream, sampleRate: format.sampleRate, format.channelLayout)
    }

    private static func read(
        _ demuxer: borrowing Demuxer,
        _ stream: StreamInfo,
        sampleRate: Int,
        _ layout: ChannelLayout
    ) throws -> AudioSamples {
        demuxer.select { $0 == stream.index }
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        var audio = AudioSamples(PlanarSamples(channelCount: layout.channelCount), sampleRate: sampleRate, layout)
        var chain = FilterChain(
            "aresample=\(sampleRate),aformat=sample_fmts=fltp:channel_layouts=\(layout.name)",
            timeBase: stream.timeBase
        )
        let packet = try Packet()
        let frame = try Frame()
        func drain() throws {
            while try decoder.receive(into: frame) == .produced {
                try chain.filter(frame) { audio.append($0) }
            }
        }
        while try demuxer.read(into: packet) {
            while try !decoder.send(packet) { try drain() }
            try drain()
        }
        try decoder.sendEnd()
        try drain()
        try chain.finish { audio.append($0) }
        return audio
    }

    /// Writes a file.
    static func write(_ audio: AudioSamples, to path: String, as coding: Coding) throws {
        let encoder = try Encoder(
            AudioEncoderSettings(
                encoder: coding.encoder,
                sampleRate: audio.sampleRate,
                channelLayout: audio.channelLayout,
                needsGlobalHeader: false
            )
        )
        guard let format = ContainerFormat(named: coding.container) else {
            throw ComparisonError(.unsupported, "this libavformat cannot write \(coding.container)")
        }
        let muxer = try Muxer.create(path: path, format: format)
        _ = try muxer.add(Muxer.StreamDescription(parameters: encoder.parameters, timeBase: encoder.timeBase))
        try muxer.writeHeader()
        let target = muxer.timeBase(ofStream: 0)
        let packet = try Packet()
        func drain() throws {
            while try encoder.receive(into: packet) == .produced {
                packet.streamIndex = 0
                packet.rescale(from: encoder.timeBase, to: target)
                try muxer.write(packet)
            }
        }
        var chain = FilterChain(
            "aformat=sample_fmts=\(encoder.sampleFormatName ?? "s16")",
            timeBase: encoder.timeBase
        )
        try audio.forEachFrame(of: encoder.frameSize ?? AudioSamples.blockLength) { block in
            try chain.filter(block) { frame in
                while try !encoder.send(frame) { try drain() }
                try drain()
            }
        }
        try encoder.sendEnd()
        try drain()
        try muxer.finish()
    }
}
