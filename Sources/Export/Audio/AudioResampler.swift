internal import FFmpeg
internal import TimeStretch

/// Converts stretched audio to the sample rate that the encoder takes. The number of samples is exact: at the end, what is
/// too much is cut, and what is missing is filled with silence.
struct AudioResampler: ~Copyable, Sendable {
    private let sourceRate: Int
    private let targetRate: Int
    private let channelLayout: ChannelLayout
    private let graph: FilterGraph
    private let output: Frame
    private var taken: Int64 = 0
    private var given: Int64 = 0

    static func make(from sourceRate: Int, to targetRate: Int, _ layout: ChannelLayout) throws -> AudioResampler {
        AudioResampler(
            sourceRate: sourceRate,
            targetRate: targetRate,
            channelLayout: layout,
            graph: try FilterGraph(
                "aresample=\(targetRate):resampler=soxr:precision=28,aformat=sample_fmts=fltp",
                input: .audio(
                    sampleRate: sourceRate,
                    sampleFormat: "fltp",
                    channelLayout: layout,
                    timeBase: TimeBase(1, Int32(sourceRate))
                )
            ),
            output: try Frame()
        )
    }

    mutating func resample(_ block: PlanarSamples) throws -> PlanarSamples {
        guard block.frameCount > 0 else { return block }
        let frame = try Frame.audio(
            block,
            as: .planarFloat,
            sampleRate: sourceRate,
            channelLayout: channelLayout
        )
        frame.pts = taken
        taken += Int64(block.frameCount)
        try graph.send(frame)
        return try collect()
    }

    /// The rest of the samples.
    mutating func finish() throws -> PlanarSamples {
        try graph.sendEnd()
        let before = given
        let rest = try collect()
        let exact = (taken * Int64(targetRate) * 2 + Int64(sourceRate)) / (2 * Int64(sourceRate)) - before
        if Int64(rest.frameCount) >= exact { return rest.part(0..<Int(max(0, exact))) }
        var filled = rest
        filled.append(
            PlanarSamples(channelCount: channelLayout.channelCount, frameCount: Int(exact) - rest.frameCount)
        )
        return filled
    }

    private mutating func collect() throws -> PlanarSamples {
        var block = PlanarSamples(channelCount: channelLayout.channelCount)
        while try graph.receive(into: output) == .produced {
            if let more = PlanarSamples(output) { block.append(more) }
            output.reset()
        }
        given += Int64(block.frameCount)
        return block
    }
}
