import Foundation
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct RealTransformTests {
    /// Of the library's own, of three and of five rows; and fifteen times a power of two.
    private static let counts = [4, 12, 48, 64, 96, 160, 192, 240, 320, 640, 768, 2048, 5120]

    /// More than the library has fast transforms of: with its own this would take minutes.
    private static let large = [1 << 18, 1 << 20]

    @Test(arguments: counts + large, [false, true])
    func `A complex transform is the sum that defines it`(count: Int, isInverse: Bool) throws {
        let transform = try FourierTransform(count: count, isInverse: isInverse)
        let input = ComplexBuffer(count: count)
        let output = ComplexBuffer(count: count)
        let values = Signals.noise(count: 2 * count, seed: 3)
        for index in values.indices { unsafe input.parts[index] = values[index] }
        transform(input, into: output)
        for bin in Set([0, 1, 2, count / 5, count / 3, count / 2, count - 1]) {
            let (real, imaginary) = sum(values, bin: bin, of: count, sign: isInverse ? 1 : -1)
            let (x, y) = unsafe (Double(output.parts[2 * bin]), Double(output.parts[2 * bin + 1]))
            #expect(hypot(x - real, y - imaginary) < 1e-6 * Double(count))
        }
    }

    @Test(arguments: counts)
    func `A real transform has the bins of the complex one, and its inverse gives the samples back`(count: Int) throws {
        let samples = Signals.noise(count: count, seed: 4)
        let input = ComplexBuffer(count: count / 2)
        let bins = ComplexBuffer(count: count / 2 + 1)
        let output = ComplexBuffer(count: count / 2)
        for index in samples.indices { unsafe input.parts[index] = samples[index] }
        for index in 0..<count + 2 { unsafe bins.parts[index] = .nan }
        try transform(input, into: bins, count: count, isInverse: false)
        let values = samples.flatMap { sample -> [Float] in [sample, 0] }
        for bin in Set([0, 1, count / 10, count / 4, count / 2 - 1, count / 2]) {
            let (real, imaginary) = sum(values, bin: bin, of: count, sign: -1)
            let (x, y) = unsafe (Double(bins.parts[2 * bin]), Double(bins.parts[2 * bin + 1]))
            #expect(hypot(x - real, y - imaginary) < 1e-6 * Double(count))
        }
        #expect(unsafe bins.parts[1] == 0 && bins.parts[count + 1] == 0)

        let spectrum = unsafe Array(bins.parts)
        try transform(bins, into: output, count: count, isInverse: true)
        #expect(unsafe Array(bins.parts) == spectrum)
        for index in samples.indices {
            #expect(unsafe (output.parts[index] / Float(count) - samples[index]).magnitude < 1e-6)
        }
    }

    private func transform(
        _ input: borrowing ComplexBuffer,
        into output: borrowing ComplexBuffer,
        count: Int,
        isInverse: Bool
    ) throws {
        let transform = try RealTransform(count: count, isInverse: isInverse)
        if let from = unsafe input.parts.baseAddress, let to = unsafe output.parts.baseAddress {
            unsafe transform(from, into: to)
        }
    }

    /// One value of a transform, as it is defined.
    private func sum(_ values: [Float], bin: Int, of count: Int, sign: Double) -> (real: Double, imaginary: Double) {
        var (real, imaginary) = (0.0, 0.0)
        for place in 0..<count {
            let angle = sign * 2 * Double.pi * Double(bin * place % count) / Double(count)
            let (x, y) = (Double(values[2 * place]), Double(values[2 * place + 1]))
            real += x * cos(angle) - y * sin(angle)
            imaginary += x * sin(angle) + y * cos(angle)
        }
        return (real, imaginary)
    }
}
