internal import MediaTime

/// The weights for a piece of constant rate whose positions come again.
///
/// At the rate *n*/*d* the position of the output sample *d* samples on lies *n* source samples further: exactly, and so as far
/// behind its sample. There are *d* such phases, each with a row of weights. Rows are computed in turn, up to the last
/// one that is needed.
/// Crochiere and Rabiner, "Interpolation and decimation of digital signals: a tutorial review", Proc. IEEE 69(3), 1981.
struct PhaseCycle {
    /// The most weights that are kept: 1 MiB. At rates up to 1 that are 3640 phases.
    private static let mostWeights = 1 << 18

    let kernel: PolyphaseKernel
    /// *d*, in output samples.
    private let length: Int
    /// *n*, in source samples.
    private let advance: Int
    private let map: SampleMap
    private let piece: SampleMap.Piece
    /// The output sample whose phase is the first one.
    private let origin: Int64
    /// For each phase up to the last that was needed: the source sample of its first output sample, and its row.
    private var wholes: [Int64] = []
    private var weights: [Float] = []

    /// The cycle of a piece of a map; `nil` where the rate changes or there are too many phases.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - map: The map.
    ///   - origin: The output sample that is needed first.
    ///   - kernel: The kernel for the piece's rate.
    init?(_ piece: SampleMap.Piece, of map: SampleMap, from origin: Int64, kernel: PolyphaseKernel) {
        guard case .constant(let rate) = piece.curve, rate.denominator <= Int64(Self.mostWeights / kernel.taps),
            let advance = Int(exactly: rate.numerator)
        else { return nil }
        (length, self.advance) = (Int(rate.denominator), advance)
        (self.map, self.piece, self.origin, self.kernel) = (map, piece, origin, kernel)
    }

    /// Computes the rows that `count` output samples from `m` on need.
    mutating func prepare(_ count: Int, from m: Int64) {
        let last = min(phase(of: m) + count, length) - 1
        guard last >= wholes.count else { return }
        for phase in wholes.count...last {
            let position = map.sourcePosition(at: origin + Int64(phase), in: piece)
            wholes.append(position.whole)
            weights.append(contentsOf: repeatElement(0, count: kernel.taps))
            unsafe weights.withUnsafeMutableBufferPointer { weights in
                unsafe kernel.write(fraction: position.fraction, to: weights.extracting((phase * kernel.taps)...))
            }
        }
    }

    /// The source sample at the position of output sample `m` or before it. The row of `m` must have been prepared.
    func whole(of m: Int64) -> Int64 {
        let phase = phase(of: m)
        return wholes[phase] + (m - origin - Int64(phase)) / Int64(length) * Int64(advance)
    }

    /// How many of `count` output samples from `m` on have positions before source sample `end`. Their rows must have been prepared.
    func count(_ count: Int, from m: Int64, before end: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high + 1) / 2
            if whole(of: m + Int64(middle) - 1) < end { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Writes the output samples from `m` on. Their rows must have been prepared.
    ///
    /// - Parameters:
    ///   - m: The first output sample.
    ///   - samples: The source from ``PolyphaseKernel/lead`` samples before the position of `m` on.
    ///   - target: Where they go: as many as there is room for.
    func write(
        from m: Int64,
        samples: UnsafeBufferPointer<Float>,
        to target: UnsafeMutableBufferPointer<Float>
    ) {
        let first = phase(of: m)
        unsafe weights.withUnsafeBufferPointer { weights in
            // All samples of one phase, then all of the next one.
            for index in 0..<min(length, target.count) {
                let turns = (first + index) / length
                let phase = first + index - turns * length
                unsafe filter(
                    samples.extracting((Int(wholes[phase] - wholes[first]) + turns * advance)...),
                    step: advance,
                    weights: weights.extracting(phase * kernel.taps..<(phase + 1) * kernel.taps),
                    count: (target.count - index + length - 1) / length,
                    into: target.extracting(index...),
                    targetStep: length
                )
            }
        }
    }

    private func phase(of m: Int64) -> Int {
        let phase = Int((m - origin) % Int64(length))
        return phase < 0 ? phase + length : phase
    }
}
