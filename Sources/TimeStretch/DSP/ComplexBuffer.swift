/// Complex values in aligned memory: real and imaginary parts in turn.
@safe
package struct ComplexBuffer: ~Copyable {
    package let count: Int
    /// 2 · `count` numbers: the real part of value *k* at 2 · *k*, its imaginary part behind it.
    package let parts: UnsafeMutableBufferPointer<Float>

    package init(count: Int) {
        self.count = count
        let bytes = 2 * count * MemoryLayout<Float>.stride
        // libavutil's widest vector instructions want 64 bytes.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        unsafe parts = UnsafeMutableBufferPointer(
            start: memory.initializeMemory(as: Float.self, repeating: 0, count: 2 * count),
            count: 2 * count
        )
    }

    deinit { unsafe parts.deallocate() }

    /// Takes `frameCount` samples of the source from `index` on, with zeros behind. The first channel becomes the real parts
    /// and the second the imaginary parts; further channels are added to these two in turn. Where `channels` is `nil`, all
    /// are taken.
    func load(_ source: SourceWindow, channels: Range<Int>? = nil, from index: Int64, frameCount: Int) {
        let channels = channels ?? 0..<source.channelCount
        let first = channels.lowerBound
        unsafe source.withSamples(channel: first, from: index, count: frameCount) { real in
            guard channels.count > 1 else {
                for sample in 0..<frameCount {
                    unsafe parts[2 * sample] = real[sample]
                    unsafe parts[2 * sample + 1] = 0
                }
                return
            }
            unsafe source.withSamples(channel: first + 1, from: index, count: frameCount) { imaginary in
                for sample in 0..<frameCount {
                    unsafe parts[2 * sample] = real[sample]
                    unsafe parts[2 * sample + 1] = imaginary[sample]
                }
            }
        }
        for channel in channels.dropFirst(2) {
            unsafe source.withSamples(channel: channel, from: index, count: frameCount) { more in
                for sample in 0..<frameCount {
                    let index = 2 * sample + (channel - first) % 2
                    unsafe parts[index] = parts[index] + more[sample]
                }
            }
        }
        unsafe parts.extracting((2 * frameCount)...).update(repeating: 0)
    }

    /// Takes the values of a slice of the same length.
    func load(_ values: ArraySlice<Complex>) {
        for (index, value) in values.enumerated() {
            unsafe parts[2 * index] = value.x
            unsafe parts[2 * index + 1] = value.y
        }
    }

    /// Multiplies each value by a real number. Changes in place (`*=`) are beyond Swift 6.3's compiler where threads are checked.
    func scale(by window: [Float]) {
        unsafe window.withUnsafeBufferPointer { window in
            for index in 0..<count {
                unsafe parts[2 * index] = parts[2 * index] * window[index]
                unsafe parts[2 * index + 1] = parts[2 * index + 1] * window[index]
            }
        }
    }

    /// Writes the squared magnitude of each value to `powers`, and that of the first once more behind the last: the spectrum
    /// of a sampled signal is periodic.
    func copyPowers(to powers: UnsafeMutableBufferPointer<Float>) {
        for index in 0..<count {
            let (a, b) = unsafe (parts[2 * index], parts[2 * index + 1])
            unsafe powers[index] = a * a + b * b
        }
        unsafe powers[count] = powers[0]
    }
}
