/// Filling and copying runs of samples at the speed of memory. Both check their bounds once a run, not once a sample.
extension MutableSpan<UInt8> {
    /// Sets every sample of a run.
    mutating func fill(_ run: Range<Int>, with sample: UInt8) {
        precondition(run.lowerBound >= 0 && run.upperBound <= count, "the run lies within the samples")
        unsafe withUnsafeMutableBufferPointer { samples in
            unsafe samples.extracting(run).update(repeating: sample)
        }
    }

    /// Copies a run of other samples to a place of this one.
    mutating func copy(_ run: Range<Int>, of source: Span<UInt8>, to start: Int) {
        precondition(run.lowerBound >= 0 && run.upperBound <= source.count, "the run lies within its source")
        precondition(start >= 0 && start + run.count <= count, "the run fits the samples")
        unsafe withUnsafeMutableBufferPointer { samples in
            unsafe source.withUnsafeBufferPointer { source in
                _ = unsafe samples.extracting(start..<start + run.count).update(from: source.extracting(run))
            }
        }
    }
}
