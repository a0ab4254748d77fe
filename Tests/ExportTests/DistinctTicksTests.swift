import FFmpeg
import Testing

@testable import Export

/// Frames that are encoded have instants of their own where a container counts coarsely.
@Suite struct DistinctTicksTests {
    private func places(of frames: [Int64]) -> [Int64] {
        let ticks = DistinctTicks(from: TimeBase(1, 90_000), to: TimeBase(1, 1000))
        return frames.map { ticks.place($0) }
    }

    @Test func `A frame that is shown for less than a tick, at the start and where parts meet`() {
        #expect(places(of: [0, 30, 3000, 6000]) == [0, 90, 3000, 6000])
        #expect(places(of: [0, 3000, 38_700, 38_730, 40_200, 43_200]) == [0, 3000, 38_700, 38_790, 40_200, 43_200])
        // What lies behind another tick already stays.
        #expect(places(of: [0, 3000, 38_700, 38_780]) == [0, 3000, 38_700, 38_780])
    }

    @Test func `Frames that come faster than ticks are not put off`() {
        let frames = (0..<200).map { Int64($0) * 45 }
        let placed = places(of: frames)
        #expect(zip(placed, frames).dropFirst(2).allSatisfy { $0 == $1 })
    }
}
