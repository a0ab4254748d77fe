import Testing

@testable import Export

@Suite struct FrameLatticeTests {
    /// AAC of 48 kHz: frames of 1024 samples, and milliseconds of 48.
    @Test(arguments: [(1024, 0), (2048, 49), (1024 * 700, -49)] as [(Int64, Int64)])
    func `A frame begins where a timestamp was rounded from`(place: Int64, error: Int64) {
        let lattice = FrameLattice(origin: 1024, samplesPerTick: 48)
        #expect(lattice.start(near: place + error, length: 1024) == place)
        #expect(lattice.start(near: place + 50, length: 1024) == nil)
        #expect(lattice.start(near: place, length: 196) == nil)
    }

    /// mkvmerge puts up to eight frames under one timestamp, and libavformat adds 21 ms for each.
    @Test func `Where frames are laced, rounded durations add up`() {
        let lattice = FrameLattice(origin: 1024, samplesPerTick: 48, areLaced: true)
        for number in 0..<8 as Range<Int64> {
            let place = 1024 * (40 + number)
            #expect(lattice.start(near: 1024 * 40 + number * 48 * 21 - 48, length: 1024) == place)
        }
        #expect(lattice.start(near: 1024 * 40 - 300, length: 1024) == nil)
        // Short frames are too close together for that.
        let place: Int64 = 1024 + 480 * 3
        #expect(lattice.start(near: place + 40, length: 480) == place)
        #expect(lattice.start(near: place + 150, length: 480) == nil)
    }
}
