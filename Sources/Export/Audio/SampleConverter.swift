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
        /// Whether something says which loudspeaker each channel belongs to.
        let statesLayout: Bool

        init(_ frame: borrowing Frame) {
            sampleRate = frame.sampleRate
            sampleFormat = frame.sampleFormatName
            channelLayout = frame.channelLayout
            statesLayout = frame.statesLayout
        }
    }

    /// Of the result.
    private let sampleRate: Int
    /// Of the result.
    private let channelLayout: ChannelLayout
    private let timeBase: TimeBase
    /// What the last frames were like.
    private var kind: Kind?
    /// `nil` where frames are taken as they are.
    private var graph: FilterGraph?

    /// Of frames whose timestamps count in `timeBase`.
    init(toSampleRate sampleRate: Int, _ channelLayout: ChannelLayout, timeBase: TimeBase) {
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
        self.timeBase = timeBase
    }

    /// The samples of a frame, behind what is left of frames of another kind. Where the sample rate is another one, some of them may
    /// come with the next frame.
    mutating func samples(of frame: borrowing Frame) throws -> PlanarSamples {
        let next = Kind(frame)
        guard next != kind else { return try converted(frame) }
        var samples = try finish()
        graph = try graph(for: next)
        kind = next
        samples.append(try converted(frame))
        return samples
    }

    /// What is left of the frames so far. What comes next does not follow them.
    mutating func finish() throws -> PlanarSamples {
        kind = nil
        guard let graph = graph.take() else { return none }
        try graph.sendEnd()
        return try collected(from: graph)
    }

    /// Forgets what is left of the frames so far.
    mutating func reset() {
        // Only a resampler keeps anything.
        guard let kind, kind.sampleRate != sampleRate else { return }
        self.kind = nil
        graph = nil
    }

    private var none: PlanarSamples { PlanarSamples(channelCount: channelLayout.channelCount) }

    private func converted(_ frame: borrowing Frame) throws -> PlanarSamples {
        switch graph {
        case .none: return PlanarSamples(frame) ?? none
        case .some(let graph):
            try graph.send(frame)
            return try collected(from: graph)
        }
    }

    private func collected(from graph: borrowing FilterGraph) throws -> PlanarSamples {
        let output = try Frame()
        var samples = none
        while try graph.receive(into: output) == .produced {
            if let more = PlanarSamples(output) { samples.append(more) }
            output.reset()
        }
        return samples
    }

    /// `nil` where frames are taken as they are.
    private func graph(for frame: Kind) throws -> FilterGraph? {
        let channels = conversion(of: frame)
        if frame.sampleRate == sampleRate, channels == nil, SampleLayout(frame.sampleFormat) != nil { return nil }
        let filters = ["aformat=sample_fmts=fltp:sample_rates=\(sampleRate)", channels].compactMap { $0 }
        return try FilterGraph(
            filters.joined(separator: ","),
            input: .audio(
                sampleRate: frame.sampleRate,
                sampleFormat: frame.sampleFormat,
                channelLayout: frame.channelLayout,
                timeBase: timeBase
            )
        )
    }

    /// The filters that make the channels of the result, in libavfilter's notation; `nil` where they are the frame's.
    private func conversion(of frame: Kind) -> String? {
        let source = frame.channelLayout
        if source.channelCount == channelLayout.channelCount, !frame.statesLayout || source.isLike(channelLayout) {
            return nil
        }
        let target = "aformat=sample_fmts=fltp:channel_layouts=\(channelLayout.name)"
        // libswresample makes it 3 dB quieter.
        if source.channelCount == 1, channelLayout.lacksCentre { return "pan=stereo|c0=c0|c1=c0,\(target)" }
        // libswresample makes what both have 3 dB louder: at full scale it would be clipped.
        if source.channelCount == 2, channelLayout.channelCount == 1 { return "pan=mono|c0=0.5*c0+0.5*c1" }
        return target
    }
}

extension ChannelLayout {
    /// Whether there is a pair in front with nothing between it.
    fileprivate var lacksCentre: Bool { ["stereo", "downmix", "2.1", "quad", "quad(side)"].contains(name) }
}
