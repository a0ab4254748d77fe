import Testing

@testable import TimeStretch

@Suite struct RealTransformTests {
    /// Some versions of the library leave a part of the output as it was.
    @Test(arguments: [48, 96, 640, 768, 5120])
    func `A real transform writes all of its output`(count: Int) throws {
        let transform = try RealTransform(count: count, isInverse: false)
        let input = ComplexBuffer(count: count / 2)
        let output = ComplexBuffer(count: count / 2 + 1)
        for index in 0..<count { unsafe input.parts[index] = Float(index % 7) }
        for index in 0..<count + 2 { unsafe output.parts[index] = .nan }
        if let from = unsafe input.parts.baseAddress, let to = unsafe output.parts.baseAddress {
            unsafe transform(from, into: to)
        }
        let values = unsafe Array(output.parts)
        #expect(values.allSatisfy { $0.isFinite })
        #expect(values[1] == 0 && values[count + 1] == 0)
    }
}
