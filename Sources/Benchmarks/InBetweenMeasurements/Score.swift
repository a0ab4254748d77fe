import Foundation

/// How like the true frames those are that were made: luma only.
struct Score {
    private var ratios: [Double] = []
    private var similarities: [Double] = []
    /// Processor time, in seconds.
    var time = 0.0

    var count: Int { ratios.count }

    /// Takes a frame, and what it should be.
    mutating func add(_ made: ArraySlice<UInt8>, _ truth: ArraySlice<UInt8>, width: Int, height: Int) {
        unsafe made.withUnsafeBufferPointer { made in
            unsafe truth.withUnsafeBufferPointer { truth in
                var sum = 0
                for index in 0..<width * height {
                    let difference = unsafe Int(made[index]) - Int(truth[index])
                    sum += difference * difference
                }
                // 60 dB is as good as the same.
                ratios.append(min(60, 10 * log10(255 * 255 * Double(width * height) / Double(max(sum, 1)))))
                similarities.append(unsafe Self.similarity(made, truth, width, height))
            }
        }
    }

    /// The mean of SSIM (Wang and others 2004) over blocks of 8 by 8.
    private static func similarity(
        _ a: UnsafeBufferPointer<UInt8>,
        _ b: UnsafeBufferPointer<UInt8>,
        _ width: Int,
        _ height: Int
    ) -> Double {
        var total = 0.0
        var count = 0.0
        for top in stride(from: 0, to: height - 7, by: 8) {
            for left in stride(from: 0, to: width - 7, by: 8) {
                var (sumA, sumB, squareA, squareB, product) = (0, 0, 0, 0, 0)
                for row in top..<top + 8 {
                    for index in row * width + left..<row * width + left + 8 {
                        let (p, q) = unsafe (Int(a[index]), Int(b[index]))
                        (sumA, sumB, product) = (sumA + p, sumB + q, product + p * q)
                        (squareA, squareB) = (squareA + p * p, squareB + q * q)
                    }
                }
                let (meanA, meanB) = (Double(sumA) / 64, Double(sumB) / 64)
                let (varianceA, varianceB) = (
                    Double(squareA) / 64 - meanA * meanA, Double(squareB) / 64 - meanB * meanB
                )
                let common = Double(product) / 64 - meanA * meanB
                total +=
                    (2 * meanA * meanB + 6.5025) * (2 * common + 58.5225)
                    / ((meanA * meanA + meanB * meanB + 6.5025) * (varianceA + varianceB + 58.5225))
                count += 1
            }
        }
        return total / max(count, 1)
    }

    /// A row of the table. It says, too, by how many decibels a frame is at most below the same one of `blend`, which were mixed.
    func line(_ name: String, blend: Score) -> String {
        guard let worst = ratios.min() else { return "\(name): nothing" }
        let mean = ratios.reduce(0, +) / Double(count)
        let below = zip(ratios, blend.ratios).map { $0 - $1 }.min() ?? 0
        let similarity = similarities.reduce(0, +) / Double(count)
        let speed = time > 0 ? String(format: "%8.1f", Double(count) / time) : "       –"
        return name.padding(toLength: 14, withPad: " ", startingAt: 0)
            + String(format: "%8.2f %8.2f %+8.2f %9.4f", mean, worst, below, similarity) + speed
    }
}
