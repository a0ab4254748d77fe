internal import FFmpeg
internal import TimeStretch

/// Makes planar float of decoded frames, of one sample rate and one layout of channels.
///
/// Audio may change both on the way: a broadcast from 5.1 to stereo, and what a decoder makes of half a packet behind a seek.
struct SampleConverter: ~Copyable, Sendable {
    /// What frames are like.
    private struct Kind: Hashable {
        let sampleRate: Int
        let sampleFormat: String
        let channelLayout: ChannelLayout

        init(_ frame: borrowing Frame) {
            sampleRate = frame.sampleRate
            sampleFormat = frame.sampleFormatName
            channelLayout = frame.channelLayout
        }
    }

    /// Of the result.
    private let sampleRate: Int
    /// Of the result.
    private let channelLayout: ChannelLayout
    private let timeBase: TimeBase
    private var graph: FilterGraph?
    /// What the graph takes.
    private var kind: Kind?

    /// Of frames whose timestamps count in `timeBase`.
    init(toSampleRate sampleRate: Int, _ channelLayout: ChannelLayout, timeBase: TimeBase) {
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
        self.timeBase = timeBase
    }

    /// The samples of a frame. Where the sample rate is another one, some of them may come with the next frame.
    mutating func samples(of frame: borrowing Frame) throws -> PlanarSamples {
        if frame.sampleRate == sampleRate, frame.channelCount == channelLayout.channelCount,
            let samples = PlanarSamples(frame)
        {
            return samples
        }
        let output = try Frame()
        let frameKind = Kind(frame)
        let graph = try graph(for: frameKind)
        try graph.send(frame)
        let state = try graph.receive(into: output)
        self.graph = consume graph
        kind = frameKind
        let none = PlanarSamples(channelCount: channelLayout.channelCount, frameCount: 0)
        return state == .produced ? PlanarSamples(output) ?? none : none
    }

    private mutating func graph(for frame: Kind) throws -> FilterGraph {
        if frame == kind, let graph = graph.take() { return graph }
        return try FilterGraph(
            "aformat=sample_fmts=fltp:sample_rates=\(sampleRate):channel_layouts=\(channelLayout.name)",
            input: .audio(
                sampleRate: frame.sampleRate,
                sampleFormat: frame.sampleFormat,
                channelLayout: frame.channelLayout,
                timeBase: timeBase
            )
        )
    }
}
