internal import Glibc

/// One complex Fourier transform, unscaled in both directions.
package final class FourierTransform {
    private let way: Way

    private enum Way {
        case whole(TransformContext)
        case joined(JoinedTransform)
    }

    /// A transform of `count` values: a power of two, or 3, 5 or 15 times one.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    package init(count: Int, isInverse: Bool) throws(TimeStretchError) {
        if let radix = JoinedTransform.radix(count: count) {
            way = .joined(try JoinedTransform(radix: radix, count: count, isInverse: isInverse))
        } else {
            way = .whole(try TransformContext(count: count, isInverse: isInverse))
        }
    }

    /// Transforms `input` into `output`. The contents of `input` are lost.
    package func callAsFunction(_ input: borrowing ComplexBuffer, into output: borrowing ComplexBuffer) {
        guard let from = unsafe input.parts.baseAddress, let to = unsafe output.parts.baseAddress else { return }
        unsafe transform(from, into: to)
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The contents of `input` are lost.
    func transform(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        switch way {
        case .whole(let context): unsafe context.transform(input, into: output)
        case .joined(let rows): unsafe rows.transform(input, into: output)
        }
    }

    /// The count nearest by ratio to `wanted`, of those that have a fast transform, and that can be divided by four.
    static func fastCount(nearestTo wanted: Double) -> Int {
        let wanted = log2(wanted)
        func distance(_ count: Int) -> Double { (log2(Double(count)) - wanted).magnitude }
        let counts = [1, 3, 5, 15].map { $0 << max(2, Int((wanted - log2(Double($0))).rounded())) }
        return counts.min { distance($0) < distance($1) } ?? counts[0]
    }
}
