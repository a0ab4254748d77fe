import Glibc
import MediaTime
import Testing

@testable import TimeStretch

@Suite struct DecayCourseTests {
    private static let attack: Int64 = 24_000

    /// The gains of one band whose level behind an attack, by seconds of the source, is that in decibels, at a place by seconds of
    /// the target behind the attack.
    private func gain(
        _ rate: PlaybackRate,
        at seconds: Double,
        nextAttack: Double? = nil,
        isStruck: Bool = true,
        share: Float = 0,
        level: (Double) -> Double
    ) throws -> Float {
        var levels: BandLevels? = BandLevels(window: 512, hop: 128, sampleRate: 48_000)
        levels?.restart(at: 0)
        for frame in 0..<1000 {
            let time = Double(frame * 128 - Int(Self.attack)) / 48_000
            var spectrum = [Float](repeating: 0, count: 513)
            spectrum[20] = Float(1e4 * pow(10, (time < 0 ? -100 : level(time)) / 10))
            spectrum[492] = spectrum[20]
            levels?.append(spectrum)
        }
        let count = try #require(levels).bandCount
        let map = SampleMap.constant(rate)
        var course = DecayCourse(map: map, bandCount: count, sampleRate: 48_000, tuning: .standard)
        course.restart()
        course.add(attackAt: Self.attack, isStruck: isStruck)
        if let nextAttack { course.add(attackAt: Self.attack + Int64(nextAttack * 48_000), isStruck: true) }
        let place = map.targetPosition(ofSource: Double(Self.attack))
        course.add(shares: Array(repeating: share, count: 20_000), from: Int64(place))
        let raise = course.raise(at: Int64(place + seconds * 48_000), of: &levels)
        #expect(raise == nil || raise?.attack == Int64(place))
        guard let gains = raise?.gains else { return 1 }
        #expect(gains.filter { $0 > 1.01 }.count == 1)
        return gains.max() ?? 1
    }

    /// By decibels, nearly all of the difference between the source as far behind the attack and the source where the map is.
    @Test(arguments: [(3, 2), (2, 1)] as [(Int64, Int64)], [0.05, 0.1])
    func `What is struck is raised to die away as in the source`(rate: (Int64, Int64), seconds: Double) throws {
        let gain = try gain(PlaybackRate(rate.0, rate.1), at: seconds) { -100 * $0 }
        let wanted = 100 * seconds * (Double(rate.0) / Double(rate.1) - 1)
        #expect((20 * log10(Double(gain)) / wanted - 0.8).magnitude < 0.08)
    }

    /// An attack's own frame is the source as it is.
    @Test(arguments: [3, 4] as [Int64]) func `What comes from an attack's own frame is not raised once more`(
        rate: Int64
    ) throws {
        let level: (Double) -> Double = { -100 * $0 }
        #expect(try gain(PlaybackRate(rate, 1), at: 0.03, share: 1, level: level) == 1)
        let (half, none) = try (
            gain(PlaybackRate(rate, 1), at: 0.03, share: 0.5, level: level),
            gain(PlaybackRate(rate, 1), at: 0.03, level: level)
        )
        #expect(half > 1 && half < none)
    }

    @Test func `What is held stays as it is, and so does what grows`() throws {
        #expect(try gain(PlaybackRate(2, 1), at: 0.1) { _ in 0 } == 1)
        #expect(try gain(PlaybackRate(2, 1), at: 0.1) { 100 * $0 } == 1)
    }

    @Test func `A voice dies away as fast as it speaks`() throws {
        #expect(try gain(PlaybackRate(2, 1), at: 0.1, isStruck: false) { -100 * $0 } == 1)
    }

    /// A voice's sound or a note that ends: it has not fallen before.
    @Test(arguments: [0.08, 0.1, 0.13, 0.2])
    func `The pause behind what was held is not filled`(seconds: Double) throws {
        #expect(try gain(PlaybackRate(2, 1), at: seconds) { $0 < 0.15 ? 0 : -60 } < 1.05)
    }

    @Test func `Before the next attack nothing is raised`() throws {
        let level: (Double) -> Double = { -100 * $0 }
        #expect(try gain(PlaybackRate(2, 1), at: 0.0995, nextAttack: 0.2, level: level) < 1.02)
        #expect(try gain(PlaybackRate(2, 1), at: 0.06, nextAttack: 0.2, level: level) > 1.5)
    }

    @Test func `At rate 1 and slower nothing is raised`() throws {
        #expect(try gain(.normal, at: 0.1) { -100 * $0 } == 1)
        #expect(try gain(PlaybackRate(1, 2), at: 0.1) { -100 * $0 } == 1)
    }
}
