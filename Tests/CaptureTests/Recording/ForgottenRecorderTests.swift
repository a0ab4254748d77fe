import MediaTime
import TestSupport
import Testing

@testable import Capture

/// A recorder of which nobody knows any more.
@Suite(.endsIfItHangs) struct ForgottenRecorderTests {
    @Test func `Its recording ends, and the file is whole`() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let events: AsyncStream<RecordingEvent>
        let frames: RecordedFrames
        do {
            let mode = try RecorderTests.camera(rate: 60).mode
            let recorder = Recorder(
                try SyntheticCamera(mode: mode),
                requested: nil,
                settings: RecordingSettings(path: path)
            )
            (events, frames) = (recorder.events(), recorder.frames())
            try recorder.start()
            var iterator = frames.makeAsyncIterator()
            #expect(await iterator.next() != nil)
            withExtendedLifetime(recorder) {}
        }
        for await _ in frames {}
        var finished: [RecordedFile] = []
        for await event in events { if case .finished(let file) = event { finished.append(file) } }
        #expect(finished.count == 1)
        #expect(try ClipReader(path).packets[0].count == finished.first.map { Int($0.frames) })
    }
}
