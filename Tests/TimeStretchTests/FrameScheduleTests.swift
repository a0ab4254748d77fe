import MediaTime
import Testing

@testable import TimeStretch

@Suite struct FrameScheduleTests {
    private static let size = 4096
    private static let hop = 1024

    private func frames(_ map: SampleMap, attacks: [(Int64, Float)], leaps: [Int64] = [], to end: Int64)
        -> [SpectralFrame]
    {
        let tuning = StretchTuning.Locking.standard
        var schedule = FrameSchedule(map: map, size: Self.size, hop: Self.hop, tuning: tuning, sampleRate: 48_000)
        schedule.restart(at: 0)
        for attack in attacks { schedule.add(attackAt: attack.0, strength: attack.1) }
        for leap in leaps { schedule.add(leapAt: leap) }
        var frames: [SpectralFrame] = []
        while (frames.last?.target ?? .min) < end { frames.append(schedule.advance()) }
        return frames
    }

    @Test func `Frames are a hop apart, on the map`() throws {
        let frames = frames(.constant(PlaybackRate(2, 3)), attacks: [], to: 100_000)
        let later = frames.filter { $0.target > 4096 }
        for (frame, next) in zip(later, later.dropFirst()) { #expect(next.target == frame.target + 1024) }
        for frame in later {
            let place = Double(frame.source.whole) + frame.source.fraction
            #expect((place - Double(frame.target) * 2 / 3).magnitude < 1e-6)
            #expect(!frame.isAttack && frame.room == nil)
        }
    }

    @Test func `Short frames are half a hop apart, and an attack's own is none`() throws {
        let map = SampleMap.constant(PlaybackRate(1, 2))
        var schedule = FrameSchedule(map: map, size: Self.size, hop: Self.hop, tuning: .standard, sampleRate: 48_000)
        schedule.restart(at: 0)
        schedule.add(attackAt: 20_000, strength: 0.5)
        var frames: [SpectralFrame] = []
        while (frames.last?.target ?? .min) < 60_000 {
            schedule.isShort = 4096..<50_000 ~= schedule.nextTarget
            frames.append(schedule.advance())
        }
        let attack = try #require(frames.firstIndex { $0.isAttack && $0.source.whole == 20_000 })
        #expect(!frames[attack].isShort)
        // Beside an attack they are closer.
        let pairs = zip(frames, frames.dropFirst()).filter {
            $0.target > 8192 && !$0.isAttack && !$1.isAttack && $0.room == nil
        }
        for (frame, next) in pairs { #expect(next.target - frame.target == (frame.isShort ? 512 : 1024)) }
        #expect(frames.contains { $0.isShort && $0.room == nil } && frames.last?.isShort == false)
    }

    @Test func `The next frame's room is what an attack of the source leaves`() throws {
        let map = SampleMap.constant(PlaybackRate(1, 2))
        var schedule = FrameSchedule(map: map, size: Self.size, hop: Self.hop, tuning: .standard, sampleRate: 48_000)
        schedule.restart(at: 0)
        schedule.add(attackAt: 20_000, strength: 0.5)
        while schedule.nextTarget < 38_000 {
            let room = schedule.nextRoom
            let frame = schedule.advance()
            if !frame.isAttack { #expect(room == frame.sourceRoom) }
        }
        #expect(schedule.nextRoom != nil)
    }

    @Test(arguments: [(1, 4), (1, 2), (1, 1), (2, 1)] as [(Int64, Int64)])
    func `No frame but its own contains an attack`(rate: (Int64, Int64)) throws {
        let map = SampleMap.constant(PlaybackRate(rate.0, rate.1))
        let attacks: [Int64] = [20_000, 23_000, 30_000, 32_000, 60_000]
        let frames = frames(map, attacks: attacks.map { ($0, 0.5) }, to: 70_000 * rate.1 / rate.0)
        for attack in attacks {
            let own = frames.filter { $0.isAttack && $0.source.whole == attack }
            #expect(own.map(\.target) == [attack * rate.1 / rate.0])
            for frame in frames where frame.source.whole != attack {
                let room = frame.room ?? -2048...2048
                #expect(!room.contains(Double(attack - frame.source.whole)))
                #expect(!room.contains(Double(attack * rate.1 / rate.0 - frame.target)))
            }
        }
    }

    @Test(arguments: [(1, 2), (1, 1)] as [(Int64, Int64)])
    func `The frames before an attack leave out its rise, as far as there is room`(rate: (Int64, Int64)) throws {
        let map = SampleMap.constant(PlaybackRate(rate.0, rate.1))
        let tuning = StretchTuning.Locking.standard
        // The second one follows so closely that its rise would leave nothing between them.
        let attacks: [(source: Int64, rise: Int64, leftOut: Double)] = [(20_000, 300, 300), (21_000, 900, 450)]
        var schedule = FrameSchedule(map: map, size: Self.size, hop: Self.hop, tuning: tuning, sampleRate: 48_000)
        schedule.restart(at: 0)
        for attack in attacks { schedule.add(attackAt: attack.source, strength: 0.5, rise: attack.rise) }
        var frames: [SpectralFrame] = []
        while (frames.last?.target ?? .min) < 30_000 * rate.1 / rate.0 { frames.append(schedule.advance()) }
        let before = tuning.before * 48_000
        for attack in attacks {
            let own = try #require(frames.firstIndex { $0.isAttack && $0.source.whole == attack.source })
            #expect(frames[own].rise == attack.leftOut)
            let previous = frames[own - 1]
            let end = try #require(previous.room).upperBound
            #expect(Double(previous.source.whole) + end <= Double(attack.source) - attack.leftOut - before + 1)
            #expect(Double(previous.target) + end <= Double(frames[own].target) - attack.leftOut - before + 1)
        }
    }

    /// A second blow, or a period of a low voice, would be played as close to the attack as in the source otherwise.
    @Test(arguments: [(1, 4), (1, 2), (3, 4)] as [(Int64, Int64)], [480, 800, 1800] as [Int64])
    func `Below rate 1 an attack's own frame ends before the next leap of the level`(
        rate: (Int64, Int64),
        distance: Int64
    ) throws {
        let map = SampleMap.constant(PlaybackRate(rate.0, rate.1))
        let (attack, end) = (Int64(40_000), 60_000 * rate.1 / rate.0)
        let frames = frames(map, attacks: [(attack, 0.5)], leaps: [attack, attack + distance], to: end)
        let own = try #require(frames.firstIndex { $0.isAttack && $0.source.whole == attack })
        #expect(try #require(frames[own].room).upperBound < Double(distance))
        // The next frame is heard before that.
        let following = frames[own + 1]
        #expect(frames[own].step == following.target - frames[own].target)
        let begin = try #require(following.room).lowerBound + Double(frames[own].step)
        #expect(begin < Double(distance) - 100)
    }

    @Test func `A leap far behind an attack, or above rate 1, changes nothing`() {
        let cases: [(PlaybackRate, [Int64])] = [
            (PlaybackRate(1, 2), [30_000, 42_500]), (PlaybackRate(3, 2), [40_800]),
        ]
        for (rate, leaps) in cases {
            let map = SampleMap.constant(rate)
            let plain = frames(map, attacks: [(40_000, 0.5)], to: 100_000)
            #expect(frames(map, attacks: [(40_000, 0.5)], leaps: leaps, to: 100_000) == plain)
        }
    }

    /// Above rate 1 attacks lie closer in the target than in the source, and spectra may show more than what is played of them.
    @Test func `Above rate 1 a spectrum shows all that lies between two attacks of the source`() throws {
        let map = SampleMap.constant(PlaybackRate(2, 1))
        let attacks: [Int64] = [20_000, 24_000, 28_000]
        let frames = frames(map, attacks: attacks.map { ($0, 0.5) }, to: 16_000)
        for frame in frames where !frame.isAttack && (10_000...14_000).contains(frame.target) {
            let (room, sourceRoom) = (try #require(frame.room), try #require(frame.sourceRoom))
            #expect(sourceRoom.lowerBound < room.lowerBound || sourceRoom.upperBound > room.upperBound)
            for attack in attacks { #expect(!sourceRoom.contains(Double(attack - frame.source.whole))) }
        }
    }

    /// Frames near an attack approach it by the source as far before it as they lie before it in the target.
    @Test(arguments: [(1, 4), (1, 2), (2, 1)] as [(Int64, Int64)])
    func `Frames approach the attack ahead of them`(rate: (Int64, Int64)) throws {
        let map = SampleMap.constant(PlaybackRate(rate.0, rate.1))
        let attack: Int64 = 40_000
        let place = attack * rate.1 / rate.0
        let frames = frames(map, attacks: [(attack, 0.5)], to: place + 10_000)
        // The first frames approach the beginning, which counts as an attack.
        for frame in frames where frame.target > 0 && !frame.isAttack {
            let distance = place - frame.target
            guard distance > 0, distance <= 4 * Int64(Self.hop) else {
                #expect(frame.approach == nil)
                continue
            }
            let approach = try #require(frame.approach)
            #expect(approach.source.whole == attack - distance)
            #expect(approach.source.fraction == 0)
            #expect((1 / Double(approach.share) - Double(distance) / Double(Self.hop) - 1).magnitude < 1e-4)
        }
    }

    /// Every target sample lies within some frame, however close attacks are and however slow the rate is.
    @Test(
        arguments: [(1, 32), (1, 8), (1, 3), (1, 2), (1, 1), (2, 1)] as [(Int64, Int64)],
        [720, 970, 1300, 2000, 5000]
    )
    func `There are no gaps between frames`(rate: (Int64, Int64), distance: Int) throws {
        let map = SampleMap.constant(PlaybackRate(rate.0, rate.1))
        let attacks = (4..<12).map { Int64($0 * distance) }
        let frames = frames(map, attacks: attacks.map { ($0, 0.5) }, to: 14 * Int64(distance) * rate.1 / rate.0)
        var covered = Double(3 * Int64(distance) * rate.1 / rate.0)
        for frame in frames {
            let room = frame.room ?? -2048...2048
            guard Double(frame.target) + room.upperBound > covered else { continue }
            #expect(Double(frame.target) + room.lowerBound < covered)
            covered = Double(frame.target) + room.upperBound
        }
        #expect(covered > Double(12 * Int64(distance) * rate.1 / rate.0))
    }

    @Test func `Of two attacks that are too close the stronger one counts`() {
        let map = SampleMap.constant(PlaybackRate(1, 2))
        for (first, second, expected) in [(0.3, 0.6, 20_500), (0.6, 0.3, 20_000)] as [(Float, Float, Int64)] {
            let frames = frames(map, attacks: [(20_000, first), (20_500, second)], to: 60_000)
            #expect(frames.filter(\.isAttack).map(\.source.whole) == [0, expected])
        }
    }
}
