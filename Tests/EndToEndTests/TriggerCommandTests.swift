import Capture
import Synchronization
import Testing

@testable import overcrank

/// For which recordings the command runs whose end triggers.
@Suite struct TriggerCommandTests {
    /// Commands that end when they are told to.
    private final class Commands: Sendable {
        private let ends = Mutex<[@Sendable () -> Void]>([])

        var count: Int { ends.withLock { $0.count } }

        func start(_ onExit: @escaping @Sendable () -> Void) { ends.withLock { $0.append(onExit) } }

        func endNewest() { ends.withLock { $0.last }?() }
    }

    private let commands = Commands()
    private let cameras = CameraPlace.all(["synthetic", "synthetic"]).map { place in
        RecordedCamera(voice: CameraVoice(place: place, news: RecordingNews()), stills: StillNames(prefix: "still"))
    }

    private func trigger() -> TriggerCommand { TriggerCommand(cameras) { [commands] in commands.start($0) } }

    @Test func `One is for the first recordings of all cameras`() throws {
        let trigger = trigger()
        try trigger.begin(for: cameras[1], after: 0)
        try trigger.begin(for: cameras[0], after: 0)
        #expect(commands.count == 1)
        commands.endNewest()
        try trigger.begin(for: cameras[0], after: 0)
        #expect(commands.count == 1)
    }

    @Test func `One that runs is not started again`() throws {
        let trigger = trigger()
        try trigger.begin(for: cameras[0], after: 0)
        try trigger.begin(for: cameras[0], after: 1)
        try trigger.begin(for: cameras[1], after: 1)
        #expect(commands.count == 1)
        commands.endNewest()
        try trigger.begin(for: cameras[0], after: 2)
        #expect(commands.count == 2)
        // The second one is not for this camera.
        try trigger.begin(for: cameras[1], after: 2)
        #expect(commands.count == 3)
    }

    @Test func `A camera that is opened anew in vain starts none again`() throws {
        let trigger = trigger()
        try trigger.begin(for: cameras[0], after: 0)
        commands.endNewest()
        for _ in 0..<5 {
            try trigger.begin(for: cameras[0], after: 1)
            commands.endNewest()
        }
        #expect(commands.count == 2)
    }
}
