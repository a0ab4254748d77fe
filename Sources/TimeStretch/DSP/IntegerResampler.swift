/// Raises the sample rate of audio by a whole number, and lowers it again.
///
/// Both ways use one Nyquist filter: a sinc under a Kaiser window, with its cutoff at half of the lower rate. On the way up
/// it keeps the samples that were there. It is flat within 0.1 dB up to 0.85 of the band. What it lets through above the
/// cutoff on the way up, it removes on the way down.
///
/// Crochiere and Rabiner, "Interpolation and decimation of digital signals: a tutorial review", Proc. IEEE 69(3), 1981.
struct IntegerResampler {
    /// How many samples of the lower rate the filter reaches on each side.
    static let reach = KaiserSinc.crossings

    let factor: Int
    /// For each of the places between two samples, the weights of the samples around it.
    private let rising: [[Float]]
    /// The weights of the samples of the higher rate around one that is kept.
    private let falling: [Float]

    init(factor: Int) {
        self.factor = factor
        rising = (0..<factor).map { phase in
            let fraction = Double(phase) / Double(factor)
            return (1 - Self.reach...Self.reach).map { Float(KaiserSinc.value(Double($0) - fraction)) }
        }
        falling = (-factor * Self.reach..<factor * Self.reach).map {
            Float(KaiserSinc.value(Double($0) / Double(factor)) / Double(factor))
        }
    }

    /// `count` times `factor` samples from sample `start` of the source on.
    func raised(_ source: SourceWindow, from start: Int64, count: Int) -> PlanarSamples {
        var block = PlanarSamples(channelCount: source.channelCount)
        let (first, sampleCount) = (start + 1 - Int64(Self.reach), count + 2 * Self.reach - 1)
        unsafe block.appendEach(count * factor) { channel, target in
            unsafe source.withSamples(channel: channel, from: first, count: sampleCount) { samples in
                for (phase, weights) in rising.enumerated() {
                    unsafe weights.withUnsafeBufferPointer { weights in
                        unsafe filter(
                            samples,
                            step: 1,
                            weights: weights,
                            count: count,
                            into: target.extracting(phase...),
                            targetStep: factor
                        )
                    }
                }
            }
        }
        return block
    }

    /// Appends `count` samples from sample `start` of the lower rate on.
    func appendLowered(_ count: Int, of source: SourceWindow, from start: Int64, to output: inout PlanarSamples) {
        let first = (start - Int64(Self.reach)) * Int64(factor)
        unsafe output.appendEach(count) { channel, target in
            let sampleCount = (count - 1) * factor + falling.count
            unsafe source.withSamples(channel: channel, from: first, count: sampleCount) { samples in
                unsafe falling.withUnsafeBufferPointer { weights in
                    unsafe filter(
                        samples,
                        step: factor,
                        weights: weights,
                        count: count,
                        into: target,
                        targetStep: 1
                    )
                }
            }
        }
    }
}
