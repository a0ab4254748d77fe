import MediaTime
import TestSupport
import Testing

@testable import Export

/// Frames backwards, in windows of different sizes.
@Suite struct FrameReversalTests {
    @Test(arguments: [0, 1 << 20, 1 << 30], [12, 90])
    func `However little is kept, every frame comes once, the last one first`(budget: Int, keyInterval: Int) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 90, at: .fps(30))
        clip.frames?.keyInterval = keyInterval
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        let track = try #require(media.mainVideo)
        let frames = try DecodedFrames.open(TrackReader(media, track: track), damage: DamageLog())
        var source = FrameSource(FilteredFrames(TimedFrames(frames), nil), reversalBudget: budget)
        // From the 10th frame to the middle of the 70th.
        let range = try TimeRange(start: RationalTime(10, 30), end: RationalTime(141, 60))
        let target = try TimeRange(start: .zero, duration: range.duration)
        try source.begin(FrameSelector(mapping: .reverse(range, in: target), frameRate: .fps(60)))
        var shown: [Range<Int64>] = []
        while let frame = try source.next() { shown.append(frame.outputFrames) }
        // The 70th frame is there for one place, all others for two.
        var expected: [Range<Int64>] = [0..<1]
        for frame in 0..<60 as Range<Int64> { expected.append(2 * frame + 1..<2 * frame + 3) }
        #expect(shown == expected)
    }
}
