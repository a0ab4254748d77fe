internal import CVectors
internal import Glibc

/// A complex Fourier transform of values that are dealt out to three, four or five rows: each row is transformed, and the results are
/// joined.
///
/// The library's own transforms of counts that can be divided by three or five take twice as long, and of more than
/// ``TransformContext/longest`` values it has none that is fast. Cooley and Tukey, "An algorithm for the
/// machine calculation of complex Fourier series", Mathematics of Computation 19(90), 1965.
final class JoinedTransform {
    private let rows: ComplexBuffer
    private let radix: Int
    /// Values of a row.
    private let length: Int
    private let row: FourierTransform
    private let sign: Float
    /// What the values of the second row and of those behind it are multiplied by before they are joined.
    private let turns: [Float]

    /// A transform of `radix` rows, three, four or five, as ``radix(count:)`` has it.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no transform of a row.
    init(radix: Int, count: Int, isInverse: Bool) throws(TimeStretchError) {
        rows = ComplexBuffer(count: count)
        (self.radix, length) = (radix, count / radix)
        row = try FourierTransform(count: length, isInverse: isInverse)
        sign = isInverse ? 1 : -1
        let angle = (isInverse ? 2 : -2) * Double.pi / Double(count)
        let length = length
        turns = (1..<radix).flatMap { row in
            (0..<length).flatMap { place in
                let angle = angle * Double(row * place)
                return [Float(cos(angle)), Float(sin(angle))]
            }
        }
    }

    /// How many rows there are for a transform of `count` values, where there are: of fewer values nothing is gained, and the library
    /// wants rows to be aligned.
    static func radix(count: Int) -> Int? {
        let odd = count >> count.trailingZeroBitCount
        if odd == 1, count > TransformContext.longest { return 4 }
        guard [3, 5, 15].contains(odd), count / odd >= 16 else { return nil }
        return odd == 5 ? 5 : 3
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The contents of `input` are lost.
    func transform(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        guard let dealt = unsafe rows.parts.baseAddress else { return }
        unsafe overcrank_deal(dealt, input, radix, length)
        for place in 0..<radix {
            unsafe row.transform(dealt + 2 * place * length, into: input + 2 * place * length)
        }
        switch radix {
        case 3: unsafe overcrank_join_three(output, input, turns, sign, length)
        case 4: unsafe overcrank_join_four(output, input, turns, sign, length)
        default: unsafe overcrank_join_five(output, input, turns, sign, length)
        }
    }
}
