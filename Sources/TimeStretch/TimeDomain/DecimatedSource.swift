/// The source at a fraction of its sample rate, in at most two channels: the sum of the even ones and the sum of the odd ones.
///
/// Each halving is a low pass of the weights 1, 3, 3, 1 (a cubic B-spline's, which has no ripple). Aliases lie 9 dB down at the
/// edge of the new band and 30 dB at its middle.
struct DecimatedSource {
    /// The lowest sample rate of the decimated source, in hertz: speech and most tones have most of their power below 4 kHz.
    private static let lowestSampleRate = 8000

    /// How many source samples there are to one sample: a power of two.
    let step: Int
    /// The decimated samples. Sample *k* lies at source sample *k* · ``step`` or less than a ``step`` behind it; the distance
    /// is the same for all.
    private(set) var samples: SourceWindow

    private let channelCount: Int
    private var scratch: [Float] = []

    /// A decimated source whose samples begin with source sample zero.
    init(sampleRate: Int, channelCount: Int) {
        var step = 1
        while sampleRate / (2 * step) >= Self.lowestSampleRate { step *= 2 }
        self.step = step
        self.channelCount = min(channelCount, 2)
        samples = SourceWindow(channelCount: self.channelCount)
    }

    /// The first source sample that is still needed. The weights reach less than one step before a sample and less than two
    /// behind it.
    var earliestSourceNeeded: Int64 { (samples.end - 1) * Int64(step) }

    /// Forgets all audio. The next sample is the one at source sample `position`.
    mutating func restart(at position: Int64) {
        samples = SourceWindow(channelCount: channelCount, from: index(of: position))
    }

    /// The sample at a source sample, or the last before it.
    func index(of position: Int64) -> Int64 { position >> Int64(step.trailingZeroBitCount) }

    /// Frees the samples before source sample `position`.
    mutating func discard(before position: Int64) { samples.discard(before: index(of: position)) }

    /// Takes in the source as far as it reaches, with silence behind its end.
    mutating func advance(in source: SourceWindow) {
        guard !samples.isComplete else { return }
        let reach = Int64(2 * step)
        let end = source.isComplete ? index(of: source.end + reach) : index(of: source.end - reach)
        let count = Int(end - samples.end)
        if count > 0 { append(count, of: source) }
        if source.isComplete { samples.complete() }
    }

    private mutating func append(_ count: Int, of source: SourceWindow) {
        var (first, rawCount) = (samples.end, count)
        for _ in 0..<step.trailingZeroBitCount { (first, rawCount) = (2 * first - 1, 2 * rawCount + 2) }
        let block = PlanarSamples(channelCount: channelCount, frameCount: count) { channel, decimated in
            scratch.removeAll(keepingCapacity: true)
            scratch.append(contentsOf: repeatElement(0, count: rawCount))
            unsafe scratch.withUnsafeMutableBufferPointer { sum in
                for number in stride(from: channel, to: source.channelCount, by: 2) {
                    unsafe source.withSamples(channel: number, from: first, count: rawCount) { samples in
                        for index in sum.indices { unsafe sum[index] += samples[index] }
                    }
                }
                var length = rawCount
                while length > count { length = unsafe Self.halve(sum.extracting(0..<length)) }
                for index in 0..<count { unsafe decimated[index] = sum[index] }
            }
        }
        samples.append(block)
    }

    /// Replaces each two samples, except the outermost, by one. The results stand at the buffer's beginning; their number is
    /// returned.
    private static func halve(_ samples: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = samples.count / 2 - 1
        let bytes = UnsafeMutableRawBufferPointer(samples)
        let (width, stride) = (Vector.scalarCount, MemoryLayout<Float>.stride)
        var index = 0
        // Samples are written before all those that are still to be read.
        while index + width <= count - 1 {
            let front = unsafe bytes.loadUnaligned(fromByteOffset: 2 * index * stride, as: SIMD16<Float>.self)
            let back = unsafe bytes.loadUnaligned(fromByteOffset: (2 * index + 2) * stride, as: SIMD16<Float>.self)
            let (outer, inner) = (front.evenHalf + back.oddHalf, front.oddHalf + back.evenHalf)
            unsafe bytes.storeBytes(of: 0.125 * outer + 0.375 * inner, toByteOffset: index * stride, as: Vector.self)
            index += width
        }
        while index < count {
            let (a, b) = unsafe (samples[2 * index], samples[2 * index + 1])
            let (c, d) = unsafe (samples[2 * index + 2], samples[2 * index + 3])
            unsafe samples[index] = 0.125 * (a + d) + 0.375 * (b + c)
            index += 1
        }
        return count
    }
}
