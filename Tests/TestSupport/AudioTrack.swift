package import Capture
internal import FFmpeg
internal import MediaTime

/// A track of a clip's audio.
final class AudioTrack: ClipTrack {
    private let audio: Clip.Audio
    private let encoder: Encoder
    private let scene: SyntheticScene

    init(_ audio: Clip.Audio, isHeaderGlobal: Bool) throws {
        self.audio = audio
        scene = audio.scene
        encoder = try Encoder(
            AudioEncoderSettings(
                encoder: audio.encoder,
                sampleRate: audio.sampleRate,
                channelLayout: ChannelLayout(channelCount: audio.channels),
                bitRate: audio.encoder == "aac" ? 128_000 * Int64(audio.channels) : nil,
                needsGlobalHeader: isHeaderGlobal
            )
        )
    }

    var description: Muxer.StreamDescription {
        Muxer.StreamDescription(
            parameters: encoder.parameters,
            timeBase: encoder.timeBase,
            metadata: audio.language.map { [MetadataEntry(key: "language", value: $0)] } ?? [],
            disposition: .defaultStream,
            sideData: encoder.sideData
        )
    }

    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) throws {
        let packet = try Packet()
        func drain() throws {
            while try encoder.receive(into: packet) == .produced { try sink(packet, encoder.timeBase) }
        }
        let formatter = try encoder.sampleFormatName.flatMap { $0 == "fltp" ? nil : $0 }.map(makeFormatter)
        let blockLength = Int64(encoder.frameSize ?? 1024)
        var position: Int64 = 0
        while position < audio.count {
            let frame = try frame(from: position, count: min(blockLength, audio.count - position), formatter)
            frame.pts = position + audio.start
            position += Int64(frame.sampleCount)
            while try !encoder.send(frame) { try drain() }
            try drain()
        }
        try encoder.sendEnd()
        try drain()
    }

    private func frame(from position: Int64, count: Int64, _ formatter: SampleFormatter?) throws -> Frame {
        let frame = try Frame.audio(
            sampleCount: Int(count),
            sampleRate: audio.sampleRate,
            channelLayout: ChannelLayout(channelCount: audio.channels)
        )
        for channel in 0..<audio.channels {
            frame.withMutableChannel(channel) { scene.render(samplesFrom: position, channel: channel, into: &$0) }
        }
        if let formatter { return try formatter.format(frame) }
        return frame
    }

    private func makeFormatter(_ sampleFormat: String) throws -> SampleFormatter {
        SampleFormatter(
            graph: try FilterGraph(
                "aformat=sample_fmts=\(sampleFormat)",
                input: .audio(
                    sampleRate: audio.sampleRate,
                    sampleFormat: "fltp",
                    channelLayout: ChannelLayout(channelCount: audio.channels),
                    timeBase: encoder.timeBase
                )
            )
        )
    }
}

/// Makes what an encoder takes of planar float.
private final class SampleFormatter {
    private let graph: FilterGraph

    init(graph: consuming FilterGraph) { self.graph = graph }

    func format(_ frame: borrowing Frame) throws -> Frame {
        let output = try Frame()
        try graph.send(frame)
        guard try graph.receive(into: output) == .produced else { throw ClipError("no audio was converted") }
        return output
    }
}

extension Clip.Audio {
    /// What audioTracks.
    package var scene: SyntheticScene {
        SyntheticScene(width: 320, height: 180, frameRate: .fps(30), sampleRate: sampleRate, channels: channels)
    }

    /// Seconds from the track's first sample to each click.
    package var clicks: [Double] {
        scene.clickPositions(in: 0..<count).map { Double($0) / Double(sampleRate) }
    }
}
