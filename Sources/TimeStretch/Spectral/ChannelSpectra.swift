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
        unsafe powers.withUnsafeMutableBufferPointer { powers in
            for channel in 0..<channelCount {
                let values = unsafe self.channel(channel)
                if channel == 0 {
                    for bin in 0..<binCount {
                        let (a, b) = unsafe (values[2 * bin], values[2 * bin + 1])
                        unsafe powers[bin] = a * a + b * b
                    }
                } else {
                    for bin in 0..<binCount {
                        let (a, b) = unsafe (values[2 * bin], values[2 * bin + 1])
                        unsafe powers[bin] += a * a + b * b
                    }
                }
            }
        }
    }

    /// Takes the values of other spectra of the same size.
    func copy(_ other: borrowing ChannelSpectra) {
        for channel in 0..<channelCount {
            _ = unsafe self.channel(channel).update(fromContentsOf: UnsafeBufferPointer(other.channel(channel)))
        }
    }

    /// Writes the power of one channel in the bins below one to `powers`.
    func copyPowers(of channel: Int, below end: Int, to powers: inout [Float]) {
        let values = unsafe self.channel(channel)
        unsafe powers.withUnsafeMutableBufferPointer { powers in
            for bin in 0..<end {
                let (a, b) = unsafe (values[2 * bin], values[2 * bin + 1])
                unsafe powers[bin] = a * a + b * b
            }
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

    /// Multiplies a range of bins of one channel by one number.
    func turn(_ bins: Range<Int>, by factor: Complex, channel: Int) {
        let values = unsafe self.channel(channel)
        for bin in bins {
            let (a, b) = unsafe (values[2 * bin], values[2 * bin + 1])
            unsafe values[2 * bin] = a * factor.x - b * factor.y
            unsafe values[2 * bin + 1] = a * factor.y + b * factor.x
        }
    }

    /// How alike a range of bins, turned, is to the same bins of other spectra: 1 where they are the same but for their
    /// level, 0 where they have nothing in common.
    func likeness(
        to other: borrowing ChannelSpectra,
        in bins: Range<Int>,
        turnedBy turn: Complex,
        channel: Int
    ) -> Float {
        let (own, others) = unsafe (self.channel(channel), other.channel(channel))
        var (product, power, otherPower) = (Complex.zero, Float(0), Float(0))
        for bin in bins {
            let (a, b) = unsafe (own[2 * bin], own[2 * bin + 1])
            let (c, d) = unsafe (others[2 * bin], others[2 * bin + 1])
            product += Complex(a * c + b * d, a * d - b * c)
            power += a * a + b * b
            otherPower += c * c + d * d
        }
        let norm = (power * otherPower).squareRoot()
        return norm > 0 ? (product.x * turn.x + product.y * turn.y) / norm : 1
    }
}
