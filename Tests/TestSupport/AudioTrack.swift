internal import FFmpeg
internal import MediaTime
package import SceneRendering

/// An audio track on its way into a clip.
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
                channelLayout: audio.channelLayout,
                bitRate: audio.encoder == "aac" ? 128_000 * Int64(audio.channels) : nil,
                options: audio.options,
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
        func deliver(_ packet: borrowing Packet) throws { try sink(packet, encoder.timeBase) }
        let formatter = try encoder.sampleFormatName.flatMap { $0 == "fltp" ? nil : $0 }.map(makeFormatter)
        let blockLength = Int64(encoder.frameSize ?? 1024)
        var position: Int64 = 0
        while position < audio.count {
            let frame = try frame(from: position, count: min(blockLength, audio.count - position), formatter)
            frame.pts = position + audio.start
            position += Int64(frame.sampleCount)
            try encoder.encode(frame, into: packet, deliver)
        }
        try encoder.finish(into: packet, deliver)
    }

    private func frame(from position: Int64, count: Int64, _ formatter: FrameFilter?) throws -> Frame {
        let frame = try Frame.audio(
            sampleCount: Int(count),
            sampleRate: audio.sampleRate,
            channelLayout: audio.channelLayout
        )
        for channel in 0..<audio.channels {
            frame.withMutableChannel(channel) { scene.render(samplesFrom: position, channel: channel, into: &$0) }
        }
        if let formatter { return try formatter.apply(to: frame) }
        return frame
    }

    /// Brings planar float to the format that the encoder takes.
    private func makeFormatter(_ sampleFormat: String) throws -> FrameFilter {
        try FrameFilter(
            "aformat=sample_fmts=\(sampleFormat)",
            input: .audio(
                sampleRate: audio.sampleRate,
                sampleFormat: "fltp",
                channelLayout: audio.channelLayout,
                timeBase: encoder.timeBase
            )
        )
    }
}

extension Clip.Audio {
    fileprivate var channelLayout: ChannelLayout {
        layout.map { ChannelLayout(channelCount: channels, name: $0) } ?? ChannelLayout(channelCount: channels)
    }

    /// The synthetic scene that the audio belongs to.
    package var scene: SyntheticScene {
        SyntheticScene(width: 320, height: 180, frameRate: .fps(30), sampleRate: sampleRate, channels: channels)
    }

    /// Seconds from the track's first sample to each click.
    package var clicks: [Double] {
        scene.clickPositions(in: 0..<count).map { Double($0) / Double(sampleRate) }
    }
}
