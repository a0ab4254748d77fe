internal import CVectors

/// Predicts each sample of a signal from those before it: by Burg's method, under Hann's window.
///
/// The window makes the frequencies of tones right. Without it a tone is led off its pitch by where in its period the signal ends.
///
/// Burg, "Maximum entropy spectral analysis", Stanford, 1975; Swingler, "A comparison between Burg's maximum entropy method and a
/// nonrecursive technique for the spectral analysis of deterministic signals", Journal of Geophysical Research 84, 1979.
struct LinearPrediction {
    /// A sample is this much of those before it, added up: that of the farthest one first.
    let weights: [Double]
    /// What was not predicted, sample by sample, without the first ones.
    let errors: [Double]

    /// The part of the power that is left where all is predicted, up to the rounding of samples in single precision.
    private static let least = 1e-18

    /// The prediction of a signal.
    ///
    /// - Parameters:
    ///   - signal: What is predicted.
    ///   - order: From how many samples at most; from no more than half of the signal.
    init(of signal: [Double], order: Int) {
        let order = min(order, signal.count / 2)
        let shape = hannWindow((signal.count - order + 1) / 2 * 2).map(Double.init)
        let window = Array(repeating: 0, count: order) + shape.prefix(signal.count - order)
        var (forward, backward) = (signal, signal)
        var filter = [1.0]
        var least = 0.0
        unsafe forward.withUnsafeMutableBufferPointer { forward in
            unsafe backward.withUnsafeMutableBufferPointer { backward in
                unsafe window.withUnsafeBufferPointer { window in
                    guard let forward = forward.baseAddress, let backward = backward.baseAddress,
                        let window = window.baseAddress
                    else { return }
                    for stage in 1...max(1, order) where stage <= order {
                        let (product, power) = unsafe Self.likeness(
                            forward + stage,
                            backward,
                            window + stage,
                            signal.count - stage
                        )
                        if stage == 1 { least = Self.least * power }
                        guard power > least else { return }
                        let reflection = max(-1, min(1, -product / power))
                        unsafe overcrank_add_crosswise(forward + stage, backward, reflection, signal.count - stage)
                        filter.append(0)
                        let reversed = Array(filter.reversed())
                        for index in filter.indices { filter[index] += reflection * reversed[index] }
                    }
                }
            }
        }
        weights = filter.dropFirst().reversed().map { -$0 }
        errors = Array(forward.dropFirst(order))
    }

    private static func likeness(
        _ forward: UnsafePointer<Double>,
        _ backward: UnsafePointer<Double>,
        _ window: UnsafePointer<Double>,
        _ count: Int
    ) -> (product: Double, power: Double) {
        var (product, power) = (0.0, 0.0)
        unsafe overcrank_likeness(&product, &power, window, forward, backward, count)
        return (product, power)
    }

    /// What follows a signal whose errors are these: as many samples as there are errors.
    func continuation(of signal: [Double], errors: [Double]) -> [Double] {
        let order = weights.count
        var samples = Array(signal.suffix(order)) + Array(repeating: 0, count: errors.count)
        unsafe samples.withUnsafeMutableBufferPointer { samples in
            unsafe weights.withUnsafeBufferPointer { weights in
                for (index, error) in errors.enumerated() {
                    var sum = error
                    if let weights = weights.baseAddress, let samples = samples.baseAddress {
                        unsafe sum += overcrank_double_dot_product(weights, samples + index, order)
                    }
                    unsafe samples[order + index] = sum
                }
            }
        }
        return Array(samples.dropFirst(order))
    }

    /// A signal whose last samples are predicted anew, and its errors. Where an error stands out, the sample is what was predicted, and the error zero.
    ///
    /// - Parameters:
    ///   - signal: What was predicted.
    ///   - count: How many of its last samples.
    ///   - limit: From which magnitude on an error stands out.
    /// - Returns: The signal and the errors.
    func calmed(_ signal: [Double], last count: Int, limit: Double) -> (signal: [Double], errors: [Double]) {
        let order = weights.count
        var (samples, errors) = (signal, errors)
        let first = signal.count - errors.count
        unsafe samples.withUnsafeMutableBufferPointer { samples in
            unsafe weights.withUnsafeBufferPointer { weights in
                for index in max(first, samples.count - count)..<samples.count {
                    var predicted = 0.0
                    if let weights = weights.baseAddress, let samples = samples.baseAddress {
                        unsafe predicted = overcrank_double_dot_product(weights, samples + index - order, order)
                    }
                    let error = unsafe samples[index] - predicted
                    let standsOut = error.magnitude > limit
                    errors[index - first] = standsOut ? 0 : error
                    if standsOut { unsafe samples[index] = predicted }
                }
            }
        }
        return (samples, errors)
    }
}
