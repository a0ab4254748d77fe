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

    /// As behind a reversal that ends shortly before a frame does, of which the rest is then shown, too.
    @Test func `Of two frames that are shown for less than a tick neither is behind the next`() {
        #expect(places(of: [252_000, 254_999, 255_000, 258_000]) == [252_000, 254_999, 255_060, 258_000])
        #expect(places(of: [254_999, 255_000, 255_001, 258_000]) == [254_999, 255_060, 255_061, 258_000])
        #expect(places(of: [0, 30, 60, 90, 3000]) == [0, 90, 91, 92, 3000])
    }

    @Test func `Frames that come faster than ticks are not put off`() {
        let frames = (0..<200).map { Int64($0) * 45 }
        let placed = places(of: frames)
        #expect(zip(placed, frames).dropFirst(2).allSatisfy { $0 == $1 })
    }
}
