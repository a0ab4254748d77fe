/// Memory for a block of planar samples in the form that C takes: one pointer per channel.
///
/// Stereo can pass through it as middle and side. Stretched as left and right, with phases of their own, the image would
/// become wider; as middle and side it keeps its width.
@safe
struct PlanarBuffer: ~Copyable {
    private let channelCount: Int
    private var capacity: Int
    private var samples: UnsafeMutablePointer<Float>
    private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

    init(channelCount: Int, capacity: Int) {
        self.channelCount = channelCount
        self.capacity = capacity
        unsafe samples = .allocate(capacity: channelCount * capacity)
        unsafe pointers = .allocate(capacity: channelCount)
        unsafe samples.initialize(repeating: 0, count: channelCount * capacity)
        unsafe pointers.initialize(repeating: nil, count: channelCount)
        point()
    }

    deinit {
        unsafe samples.deallocate()
        unsafe pointers.deallocate()
    }

    /// Makes room for `count` samples a channel. Where there was less, the contents are lost.
    mutating func reserve(_ count: Int) {
        guard count > capacity else { return }
        unsafe samples.deallocate()
        capacity = count
        unsafe samples = .allocate(capacity: channelCount * capacity)
        unsafe samples.initialize(repeating: 0, count: channelCount * capacity)
        point()
    }

    private func point() {
        for channel in 0..<channelCount {
            unsafe pointers[channel] = samples + channel * capacity
        }
    }

    /// Copies `count` samples of the source from `index` on.
    mutating func fill(_ count: Int, from source: SourceWindow, at index: Int64, asMidSide: Bool) {
        reserve(count)
        for channel in 0..<channelCount {
            unsafe source.copy(channel: channel, from: index, to: self.channel(channel, count: count))
        }
        guard asMidSide else { return }
        let (left, right) = unsafe (channel(0, count: count), channel(1, count: count))
        for sample in 0..<count {
            let (l, r) = unsafe (left[sample], right[sample])
            unsafe left[sample] = (l + r) / 2
            unsafe right[sample] = (l - r) / 2
        }
    }

    /// Copies a channel's samples from `offset` on to `target`.
    func copy(channel: Int, from offset: Int, to target: UnsafeMutableBufferPointer<Float>, fromMidSide: Bool) {
        let end = offset + target.count
        guard fromMidSide else {
            _ = unsafe target.update(fromContentsOf: self.channel(channel, count: end).extracting(offset..<end))
            return
        }
        let (mid, side) = unsafe (self.channel(0, count: end), self.channel(1, count: end))
        let sign: Float = channel == 0 ? 1 : -1
        for sample in target.indices {
            unsafe target[sample] = mid[offset + sample] + sign * side[offset + sample]
        }
    }

    mutating func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<Float>?>) -> Result) -> Result {
        unsafe body(UnsafeRawPointer(pointers).assumingMemoryBound(to: UnsafePointer<Float>?.self))
    }

    mutating func withMutablePointers<Result>(
        _ body: (UnsafePointer<UnsafeMutablePointer<Float>?>) -> Result
    ) -> Result {
        unsafe body(UnsafePointer(pointers))
    }

    private func channel(_ index: Int, count: Int) -> UnsafeMutableBufferPointer<Float> {
        unsafe UnsafeMutableBufferPointer(start: pointers[index], count: count)
    }
}
