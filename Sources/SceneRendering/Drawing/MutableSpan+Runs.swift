/// Work on runs of samples. Bounds are checked once a run, not once a sample, so that the compiler makes vector code.
extension MutableSpan<UInt8> {
    /// Sets every sample of a run.
    mutating func fill(_ run: Range<Int>, with sample: UInt8) {
        precondition(run.lowerBound >= 0 && run.upperBound <= count, "the run lies within the samples")
        unsafe withUnsafeMutableBufferPointer { samples in
            unsafe samples.extracting(run).update(repeating: sample)
        }
    }

    /// Mixes a value into every sample of a run: 0 leaves a sample, 1 replaces it. In steps of 1/256.
    mutating func blend(_ run: Range<Int>, with sample: Double, opacity: Double) {
        precondition(run.lowerBound >= 0 && run.upperBound <= count, "the run lies within the samples")
        let part = UInt16((opacity * 256).rounded())
        let (rest, added) = (256 - part, UInt16((sample * Double(part)).rounded()) + 128)
        unsafe withUnsafeMutableBufferPointer { samples in
            for index in run {
                let sum = unsafe UInt16(samples[index]) &* rest &+ added
                unsafe samples[index] = UInt8(truncatingIfNeeded: sum >> 8)
            }
        }
    }

    /// Copies a run of other samples to a place of this one.
    mutating func copy(_ run: Range<Int>, of source: Span<UInt8>, to start: Int) {
        precondition(run.lowerBound >= 0 && run.upperBound <= source.count, "the run lies within its source")
        precondition(start >= 0 && start + run.count <= count, "the run fits the samples")
        unsafe withUnsafeMutableBufferPointer { samples in
            unsafe source.withUnsafeBufferPointer { source in
                _ = unsafe samples.extracting(start..<start + run.count).update(fromContentsOf: source.extracting(run))
            }
        }
    }
}
