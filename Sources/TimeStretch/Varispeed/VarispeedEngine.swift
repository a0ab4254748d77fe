internal import MediaTime

/// Audio at the exact source position of each output sample, by windowed-sinc interpolation.
///
/// y[m] = Σ x[n] · w(P(m) − n), where P is the map and w the kernel. Values between samples are exact to 120 dB and better.
/// Positions are the map's own; resamplers that add up steps lose precision there.
final class VarispeedEngine: StretchEngine {
    /// How many weights are computed at a time: 128 KiB, which fit the second-level cache.
    private static let weightCount = 1 << 15
    private static let standard = PolyphaseKernel(cutoff: KaiserSinc.passband)

    /// How many output samples of a cycle are computed at a time.
    private static let cyclicCount = 4096

    private let map: SampleMap
    private let reach: Int
    private var position: Int64
    /// Made when it is first needed: at rate 1 there is no need.
    private lazy var kernel = VarispeedEngine.standard
    private lazy var swept = SweptKernel()
    /// The piece that was interpolated last, and its cycle.
    private var current: SampleMap.Piece?
    private var cycle: PhaseCycle?
    private var positions: [SourcePosition] = []
    private var weights: [Float] = []

    /// An engine at the map's beginning.
    init(map: SampleMap) {
        self.map = map
        position = map.firstOutput
        reach = Self.reach(in: map)
    }

    /// The largest reach of the kernel in a map, in samples on each side.
    static func reach(in map: SampleMap) -> Int {
        KaiserSinc.reach(cutoff: KaiserSinc.cutoff(rate: map.rates.upperBound.approximation)) + 1
    }

    var earliestSourceNeeded: Int64 { earliestSourceNeeded(at: position) }

    /// The first source sample that output sample `m` needs.
    func earliestSourceNeeded(at m: Int64) -> Int64 { map.sourcePosition(at: m).whole - Int64(reach) }

    func restart(at start: Int64) { position = start }

    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) {
        var rest = count
        while rest > 0 {
            let (piece, left) = map.piece(atTarget: position)
            let wanted = Int(min(Int64(rest), left))
            let done =
                if let offset = map.unityOffset(of: piece) {
                    copy(wanted, offset: offset, from: source, into: &output)
                } else if isCyclic(piece) {
                    interpolateCycle(min(wanted, Self.cyclicCount), from: source, into: &output)
                } else {
                    interpolate(min(wanted, blockLength), in: piece, from: source, into: &output)
                }
            guard done > 0 else { return }
            position += Int64(done)
            rest -= done
        }
    }

    private var blockLength: Int { max(1, Self.weightCount / (2 * reach)) }

    private func copy(_ count: Int, offset: Int64, from source: SourceWindow, into output: inout PlanarSamples) -> Int {
        let first = position + offset
        let count = source.isComplete ? count : Int(min(max(source.end - first, 0), Int64(count)))
        unsafe output.appendEach(count) { channel, target in
            unsafe source.copy(channel: channel, from: first, to: target)
        }
        return count
    }

    /// Whether the positions of a piece come again. Then its cycle is ready.
    private func isCyclic(_ piece: SampleMap.Piece) -> Bool {
        if piece != current {
            current = piece
            prepareKernel(for: piece)
            cycle = PhaseCycle(piece, of: map, from: position, kernel: kernel)
        }
        return cycle != nil
    }

    private func interpolateCycle(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) -> Int {
        guard var cycle = self.cycle.take() else { return 0 }
        defer { self.cycle = cycle }
        cycle.prepare(count, from: position)
        let known =
            source.isComplete ? count : cycle.count(count, from: position, before: source.end - Int64(reach) + 1)
        guard known > 0 else { return 0 }
        let first = cycle.whole(of: position)
        let last = cycle.whole(of: position + Int64(known) - 1)
        unsafe output.appendEach(known) { channel, target in
            unsafe source.withSamples(
                channel: channel,
                from: first - Int64(cycle.kernel.lead),
                count: Int(last - first) + cycle.kernel.taps
            ) { samples in unsafe cycle.write(from: position, samples: samples, to: target) }
        }
        return known
    }

    private func interpolate(
        _ count: Int,
        in piece: SampleMap.Piece,
        from source: SourceWindow,
        into output: inout PlanarSamples
    ) -> Int {
        positions.removeAll(keepingCapacity: true)
        map.appendSourcePositions(from: position, count: count, in: piece, to: &positions)
        while let last = positions.last, !source.reaches(last.whole + Int64(reach)) { positions.removeLast() }
        guard let first = positions.first, let last = positions.last else { return 0 }

        let isSwept = !piece.curve.isConstant && map.rates.upperBound > .normal
        let kernel = kernel
        let lead = isSwept ? reach : kernel.lead
        let taps = isSwept ? 2 * reach : kernel.taps
        let stretchCount = Int(last.whole - first.whole) + taps
        grow(&weights, to: taps * positions.count)
        unsafe weights.withUnsafeMutableBufferPointer { weights in
            for (index, position) in positions.enumerated() {
                let row = weights.extracting(index * taps..<(index + 1) * taps)
                if isSwept {
                    let cutoff = KaiserSinc.cutoff(rate: position.rate)
                    unsafe swept.write(fraction: position.fraction, cutoff: cutoff, lead: lead, to: row)
                } else {
                    unsafe kernel.write(fraction: position.fraction, to: row)
                }
            }
        }
        unsafe output.appendEach(positions.count) { channel, target in
            let begin = first.whole - Int64(lead)
            unsafe source.withSamples(channel: channel, from: begin, count: stretchCount) { samples in
                unsafe weights.withUnsafeBufferPointer { weights in
                    for (index, position) in positions.enumerated() {
                        let offset = Int(position.whole - first.whole)
                        unsafe target[index] = dotProduct(
                            samples.extracting(offset..<offset + taps),
                            weights.extracting(index * taps..<(index + 1) * taps)
                        )
                    }
                }
            }
        }
        return positions.count
    }

    private func prepareKernel(for piece: SampleMap.Piece) {
        let cutoff =
            piece.curve.isConstant ? KaiserSinc.cutoff(rate: piece.curve.ends.0.approximation) : KaiserSinc.passband
        if kernel.cutoff != cutoff {
            kernel = cutoff == KaiserSinc.passband ? Self.standard : PolyphaseKernel(cutoff: cutoff)
        }
    }

    private func grow(_ buffer: inout [Float], to count: Int) {
        if buffer.count < count { buffer.append(contentsOf: repeatElement(0, count: count - buffer.count)) }
    }
}
