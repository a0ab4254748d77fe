import MediaTime
import Testing

@testable import Capture

/// Which marks become chapters of a file, and where.
@Suite struct RecordingMarkTests {
    /// A file of 120 frames, from 100 s to 102 s.
    private static func file() -> RecordedFile {
        var file = RecordedFile(path: "clip.mp4", start: RationalTime(seconds: 100))
        (file.frames, file.duration) = (120, RationalTime(seconds: 2))
        return file
    }

    private static func chapters(at instants: [RationalTime], ending end: RationalTime?) -> [RationalTime] {
        file().chapters(from: instants.map { RecordingMark(instant: $0, title: nil) }, ending: end).map(\.start)
    }

    @Test func `A mark that is set as the recording ends is at its last frame`() {
        let marks = [
            RationalTime(1001, 10), RationalTime(10201, 100), RationalTime(seconds: 99), RationalTime(seconds: 104),
        ]
        let last = RationalTime(119, 60)
        #expect(Self.chapters(at: marks, ending: RationalTime(seconds: 103)) == [RationalTime(1, 10), last])
        #expect(Self.chapters(at: marks, ending: nil) == [RationalTime(1, 10)])
    }
}
