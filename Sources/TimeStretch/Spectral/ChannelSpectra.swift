internal import CVectors

/// The spectra of one frame in all channels, up to half the sample rate: bin 0 is the middle of the range at 0 Hz.
///
/// The memory is aligned for libavutil's transforms; real and imaginary parts follow in turn.
@safe
struct ChannelSpectra: ~Copyable {
    /// Bins of one channel.
    let binCount: Int
    let channelCount: Int
    /// Numbers from one channel's first to the next one's.
    private let stride: Int
    private let parts: UnsafeMutablePointer<Float>

    /// Spectra of silence, for frames of `size` samples.
    init(size: Int, channelCount: Int) {
        binCount = size / 2 + 1
        self.channelCount = channelCount
        // 16 numbers are the 64 bytes that libavutil wants.
        stride = (2 * binCount + 15) / 16 * 16
        let count = stride * channelCount
        let bytes = count * MemoryLayout<Float>.stride
        unsafe parts = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            .initializeMemory(as: Float.self, repeating: 0, count: count)
    }

    deinit { unsafe parts.deallocate() }

    /// The numbers of one channel: the real part of bin *k* at 2 · *k*, its imaginary part behind it.
    func channel(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        unsafe UnsafeMutableBufferPointer(start: parts + index * stride, count: 2 * binCount)
    }

    subscript(channel: Int, bin: Int) -> Complex {
        let part = unsafe parts + channel * stride + 2 * bin
        return unsafe Complex(part[0], part[1])
    }

    /// Writes the power of all channels together to `powers`, one number for each bin.
    func copyPowers(to powers: inout [Float]) {
        precondition(powers.count >= binCount, "there is room for all bins")
        for channel in 0..<channelCount {
            guard let values = unsafe self.channel(channel).baseAddress else { continue }
            if channel == 0 {
                unsafe overcrank_powers(&powers, values, binCount)
            } else {
                unsafe overcrank_add_powers(&powers, values, binCount)
            }
        }
    }

    /// Takes the values of other spectra of the same size.
    func copy(_ other: borrowing ChannelSpectra) {
        for channel in 0..<channelCount {
            _ = unsafe self.channel(channel).update(fromContentsOf: UnsafeBufferPointer(other.channel(channel)))
        }
    }

    /// Writes the power of one channel in the bins below one to `powers`, from an index of these on.
    func copyPowers(of channel: Int, below end: Int, to powers: inout [Float], at first: Int = 0) {
        unsafe powers.withUnsafeMutableBufferPointer { powers in
            guard let target = powers.extracting(first..<first + end).baseAddress,
                let values = unsafe self.channel(channel).baseAddress
            else { return }
            unsafe overcrank_powers(target, values, end)
        }
    }

    /// The channel with the highest power in a bin; the first of several.
    func loudestChannel(at bin: Int) -> Int {
        (0..<channelCount).dropFirst().reduce(0) { self[$1, bin].power > self[$0, bin].power ? $1 : $0 }
    }

    /// Whether a bin of middle and side is heard on one side only: nearly all of it is in the left channel or in the right one.
    func isOneSided(at bin: Int) -> Bool {
        guard channelCount == 2 else { return false }
        let (mid, side) = (self[0, bin], self[1, bin])
        // The left channel has as much more than half of the power as the right one has less.
        return abs(2 * (mid.x * side.x + mid.y * side.y)) > Self.oneSided * (mid.power + side.power)
    }

    /// The other channel is 20 dB weaker.
    private static let oneSided: Float = 0.98

    /// Writes the turns at which peaks fit other spectra best, in all channels together, times the powers of both.
    ///
    /// - Parameters:
    ///   - others: The other spectra.
    ///   - peaks: The bins of the peaks.
    ///   - turns: Gets one number for each peak, from the first one on.
    func writeTurns(to others: borrowing ChannelSpectra, at peaks: ArraySlice<Int32>, to turns: inout [Complex]) {
        precondition(
            peaks.count <= turns.count && peaks.allSatisfy { 0 <= $0 && $0 < binCount },
            "there are bins and room for all peaks"
        )
        unsafe turns.withUnsafeMutableBytes { turns in
            unsafe peaks.withUnsafeBufferPointer { peaks in
                guard let numbers = unsafe turns.assumingMemoryBound(to: Float.self).baseAddress,
                    let first = peaks.baseAddress
                else { return }
                unsafe numbers.update(repeating: 0, count: 2 * peaks.count)
                for channel in 0..<channelCount {
                    guard let values = unsafe self.channel(channel).baseAddress,
                        let others = unsafe others.channel(channel).baseAddress
                    else { continue }
                    unsafe overcrank_add_peak_turns(numbers, values, others, first, peaks.count)
                }
            }
        }
    }

    /// Multiplies ranges of bins of one channel by one number each.
    ///
    /// - Parameters:
    ///   - turns: The numbers.
    ///   - edges: Where the range of each of them begins, and where the last one ends.
    ///   - channel: The channel.
    func turn(by turns: ArraySlice<Complex>, edges: ArraySlice<Int32>, channel: Int) {
        precondition(edges.count == turns.count + 1 && holds(edges), "there are bins for all numbers")
        unsafe turns.withUnsafeBytes { turns in
            unsafe edges.withUnsafeBufferPointer { edges in
                let numbers = unsafe turns.assumingMemoryBound(to: Float.self)
                guard let values = unsafe self.channel(channel).baseAddress, let turns = numbers.baseAddress,
                    let edges = edges.baseAddress
                else { return }
                unsafe overcrank_turn_ranges(values, turns, edges, numbers.count / 2)
            }
        }
    }

    /// Multiplies the conjugates of ranges of bins of one channel by the same bins of other spectra, and adds up each range: the real part
    /// and the imaginary one, the powers of the bins, and those of the others.
    ///
    /// - Parameters:
    ///   - other: The other spectra.
    ///   - edges: Where each range begins, and where the last one ends.
    ///   - channel: The channel.
    ///   - products: Gets the sums of all ranges, from the first one on.
    func writeProducts(
        with other: borrowing ChannelSpectra,
        edges: ArraySlice<Int32>,
        channel: Int,
        to products: inout [SIMD4<Float>]
    ) {
        precondition(edges.count <= products.count + 1 && holds(edges), "there are bins and room for all sums")
        unsafe products.withUnsafeMutableBytes { products in
            unsafe edges.withUnsafeBufferPointer { edges in
                guard let sums = unsafe products.assumingMemoryBound(to: Float.self).baseAddress,
                    let values = unsafe self.channel(channel).baseAddress,
                    let others = unsafe other.channel(channel).baseAddress, let first = edges.baseAddress
                else { return }
                unsafe overcrank_range_products(sums, values, others, first, edges.count - 1)
            }
        }
    }

    /// Whether bins lie between all edges, which follow one another.
    private func holds(_ edges: ArraySlice<Int32>) -> Bool {
        guard let first = edges.first, let last = edges.last else { return false }
        return first >= 0 && last <= binCount && zip(edges, edges.dropFirst()).allSatisfy { $0 <= $1 }
    }
}
