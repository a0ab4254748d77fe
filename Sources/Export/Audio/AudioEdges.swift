internal import TimeStretch

/// Fades the ends of a run of audio where it meets other audio or silence. Without that the wave would jump, and be heard as
/// a click.
struct AudioEdges {
    /// The length of a fade in seconds. 3 ms removes the click, and is too short to be heard as a fade.
    private static let seconds = 0.003

    /// How many samples a fade lasts.
    static func length(sampleRate: Int) -> Int { Int((Double(sampleRate) * seconds).rounded()) }

    private let length: Int
    private let fadesIn: Bool
    private let fadesOut: Bool
    private var position = 0
    /// The latest samples. They are the end, and faded out, if no more come.
    private var held: PlanarSamples

    init(fadesIn: Bool, fadesOut: Bool, sampleRate: Int, channelCount: Int) {
        length = Self.length(sampleRate: sampleRate)
        self.fadesIn = fadesIn
        self.fadesOut = fadesOut
        held = PlanarSamples(channelCount: channelCount)
    }

    /// Takes the run's next samples, and gives those that are not at its end.
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

    /// Forgets the latest samples: silence of any length takes their place.
    mutating func pause() { held = PlanarSamples(channelCount: held.channelCount) }

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
