import Glibc
import Testing

@testable import TimeStretch

@Suite struct LevelAccountTests {
    private static let (start, count, firstRaised) = (8, 40, 2)

    /// An account at half speed of bands whose levels, hop by hop behind the attack, are given by functions.
    private func account(_ bands: [(Int) -> Float], before: Float = 0) -> LevelAccount {
        LevelAccount(
            levels: (-Self.start...Self.count).map { hop in bands.map { hop < 0 ? before : $0(hop) } },
            places: (0...Self.count).map { Float($0) / 2 },
            shares: Array(repeating: 1, count: Self.start + Self.count + 1),
            start: Self.start,
            firstRaised: Self.firstRaised
        )
    }

    /// Summed up, there is as much as the map wants: a decay that lasts twice as long has twice the power.
    @Test(arguments: [4, 8] as [Float])
    func `As much is added as the map wants`(decay: Float) {
        let level: (Int) -> Float = { exp(-Float($0) / decay) }
        let account = account([level])
        let gains = account.gains(lead: 0.5, ceiling: 8)
        #expect(gains.count == Self.count + 1 - Self.firstRaised)
        let raised = gains.enumerated().reduce(Float(0)) { sum, hop in
            sum + hop.element[0] * hop.element[0] * level(hop.offset + Self.firstRaised)
        }
        let heard = raised + level(0) + level(1)
        // Half a hop of the attack lies before its centre.
        let wanted = (0...Self.count).reduce(level(0) / 2) { sum, hop in
            sum + (level(hop / 2) + level((hop + 1) / 2)) / 2
        }
        #expect((10 * log10(heard / wanted)).magnitude < 0.05)
    }

    @Test func `What is held stays as it is`() {
        let gains = account([{ _ in 1 }], before: 1).gains(lead: 0.5, ceiling: 8)
        #expect(gains.allSatisfy { ($0[0] - 1).magnitude < 1e-6 })
    }

    /// A level that rises behind the attack is more than the map wants so early: it is left alone.
    @Test func `Nothing is made softer`() {
        let gains = account([{ Float($0 + 1) }]).gains(lead: 0.5, ceiling: 8)
        #expect(gains.allSatisfy { $0[0] == 1 })
    }

    @Test func `Bands are raised one by one, up to the ceiling`() {
        let gains = account([{ exp(-Float($0)) }, { _ in 1 }], before: 1).gains(lead: 0.5, ceiling: 2)
        #expect(gains.contains { $0[0] == 2 })
        #expect(gains.allSatisfy { $0[0] <= 2 && ($0[1] - 1).magnitude < 1e-6 })
    }

    @Test func `Silence is not raised`() {
        #expect(account([{ _ in 0 }]).gains(lead: 0.5, ceiling: 8).allSatisfy { $0[0].isFinite })
    }
}
