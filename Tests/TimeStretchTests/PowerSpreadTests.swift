import Testing

@testable import TimeStretch

@Suite struct PowerSpreadTests {
    private func entropy(_ powers: [Float]) -> Double? {
        var spread = PowerSpread()
        for power in powers { spread.add(power) }
        return spread.entropy
    }

    @Test func `So many equal powers take up as many places`() {
        for count in [1, 2, 8, 1024] {
            let found = entropy(Array(repeating: 3e-9, count: count)) ?? -1
            #expect((found - Double(count.trailingZeroBitCount)).magnitude < 1e-6)
        }
    }

    @Test func `Places without power are none, and silence takes up none`() {
        #expect(entropy([0, 5, 0, 0]) == 0)
        #expect(entropy([0, 5, 0, 5]) == 1)
        #expect(entropy([]) == nil && entropy([0, 0]) == nil)
    }

    @Test func `The more uneven, the fewer places`() {
        let entropies = [[1, 1, 1, 1], [2, 1, 1, 1], [9, 1, 1, 1]].compactMap(entropy)
        #expect(entropies.count == 3 && entropies[0] > entropies[1] && entropies[1] > entropies[2])
    }
}
