internal import CVectors
internal import Glibc

/// A complex Fourier transform of three or five times a power of two values, dealt out to as many rows: the library transforms each
/// row, and the results are joined.
///
/// The library's own transforms of such counts take twice as long. Cooley and Tukey, "An algorithm for the machine calculation of complex
/// Fourier series", Mathematics of Computation 19(90), 1965.
final class JoinedTransform {
    private let rows: ComplexBuffer
    private let radix: Int
    /// Values of a row.
    private let length: Int
    private let context: TransformContext
    private let sign: Float
    /// What the values of the second row and of those behind it are multiplied by before they are joined.
    private let turns: [Float]

    /// A transform of `radix` rows, three or five.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none for a row.
    init(radix: Int, count: Int, isInverse: Bool) throws(TimeStretchError) {
        rows = ComplexBuffer(count: count)
        (self.radix, length) = (radix, count / radix)
        context = try TransformContext(count: length, isInverse: isInverse)
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

    /// How many rows there are for a transform of `count` values, where there are: in fewer values nothing is gained, and the library
    /// wants rows to be aligned.
    static func radix(count: Int) -> Int? {
        [3, 5].first { radix in
            let length = count / radix
            return length * radix == count && length >= 16 && length == length.roundedUpToPowerOfTwo
        }
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The contents of `input` are lost.
    func transform(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        guard let dealt = unsafe rows.parts.baseAddress else { return }
        unsafe overcrank_deal(dealt, input, radix, length)
        for row in 0..<radix {
            unsafe context.transform(dealt + 2 * row * length, into: input + 2 * row * length)
        }
        if radix == 3 {
            unsafe overcrank_join_three(output, input, turns, sign, length)
        } else {
            unsafe overcrank_join_five(output, input, turns, sign, length)
        }
    }
}
