internal import TimeStretch

/// Fades the ends of a run of audio where it meets other audio or silence: where the wave jumps there is a click else.
struct SoundEdges {
    /// Short enough not to be heard as a fade, long enough not to be one.
    private static let seconds = 0.003

    private let length: Int
    private let fadesIn: Bool
    private let fadesOut: Bool
    private var position = 0
    /// The last samples: whether they are the end is known only when no more come.
    private var held: PlanarSamples

    init(fadesIn: Bool, fadesOut: Bool, sampleRate: Int, channelCount: Int) {
        length = Int((Double(sampleRate) * Self.seconds).rounded())
        self.fadesIn = fadesIn
        self.fadesOut = fadesOut
        held = PlanarSamples(channelCount: channelCount)
    }

    /// Takes the run's next samples, and gives those that are certain.
    mutating func shape(_ block: PlanarSamples) -> PlanarSamples {
        let block = fadingIn(block)
        guard fadesOut else { return block }
        held.append(block)
        let count = max(0, held.frameCount - length)
        let certain = held.part(0..<count)
        held = held.part(count..<held.frameCount)
        return certain
    }

    /// The rest, faded out.
    mutating func finish() -> PlanarSamples {
        let count = held.frameCount
        guard count > 0 else { return held }
        return PlanarSamples(
            channels: held.channels.map { channel in
                channel.enumerated().map { index, sample in sample * Float(count - index - 1) / Float(count) }
            }
        )
    }

    private mutating func fadingIn(_ block: PlanarSamples) -> PlanarSamples {
        defer { position += block.frameCount }
        guard fadesIn, position < length else { return block }
        return PlanarSamples(
            channels: block.channels.map { channel in
                channel.enumerated().map { index, sample in
                    sample * min(1, Float(position + index) / Float(length))
                }
            }
        )
    }
}
