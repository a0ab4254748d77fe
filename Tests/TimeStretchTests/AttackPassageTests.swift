import Testing

@testable import TimeStretch

@Suite struct AttackPassageTests {
    private func passage(_ room: ClosedRange<Double>?, step: Int = 1024, rise: Double = 0) -> AttackPassage {
        AttackPassage(size: 4096, hop: 1024, step: step, room: room, clear: 400, rise: rise) { Double($0) / 2 }
    }

    @Test func `Near an attack only its own frame is heard, farther off less and less of it`() {
        let passage = passage(nil)
        // At half speed the next frame begins half a hop behind the attack, and what it leaves out.
        for distance in stride(from: -512, through: 912, by: 16) { #expect(passage.share(atDistance: distance) == 1) }
        #expect(passage.share(atDistance: 913) < 0.6)
        #expect(passage.share(atDistance: -513) < 0.8)
        let shares = stride(from: 920, to: 2048, by: 8).map { passage.share(atDistance: $0) }
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $1 <= $0 })
        #expect(passage.share(atDistance: 2048) == 0)
    }

    @Test func `Where the next frame stands closer, it sets in earlier`() {
        let passage = passage(nil, step: 512)
        // A quarter of a hop behind the attack, and what it leaves out.
        for distance in stride(from: 0, through: 656, by: 16) { #expect(passage.share(atDistance: distance) == 1) }
        #expect(passage.share(atDistance: 657) < 0.6)
    }

    @Test func `An attack's rise is heard in its own frame alone`() {
        let passage = passage(nil, rise: 200)
        for distance in stride(from: -712, through: 0, by: 8) { #expect(passage.share(atDistance: distance) == 1) }
        #expect(passage.share(atDistance: -713) < 0.85)
    }

    @Test func `A passage is as long as its room, and no longer than it is heard`() {
        #expect(passage(nil).before == 2048 && passage(nil).behind == 1638)
        #expect(passage(-300...700).before == 300 && passage(-300...700).behind == 700)
        #expect(passage(-9000...9000).before == 2048 && passage(-9000...9000).behind == 1638)
    }
}
