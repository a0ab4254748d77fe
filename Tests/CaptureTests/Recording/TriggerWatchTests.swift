import MediaTime
import Testing

@testable import Capture

/// What is heard is a trigger as long as the writer waits for one.
@Suite struct TriggerWatchTests {
    private let status = RecordingStatus()
    private let requests = RecordingRequests()
    private let watch: TriggerWatch

    init() throws {
        let circle = TriggerCircle()
        watch = try TriggerWatch(
            .audio(decibels: -10),
            mode: RecorderTests.camera().mode,
            retrigger: .ignore,
            status: status,
            circle: circle,
            camera: 1
        )
        circle.join(1, requests)
        try status.go(.start)
        try status.go(.arm)
    }

    /// Which triggers there are after a loud sound at two seconds.
    private func triggers() -> [RationalTime] {
        let block = AudioBlock(samples: [0, 1], timestamp: RationalTime(2, 1))
        watch.listen(to: block, sampleRate: 2, channelCount: 1)
        return requests.takeTriggers(before: RationalTime(10, 1))
    }

    /// The camera may go, or a key be pressed, while the writer is behind.
    @Test
    func
        `What is heard before the recording is ended is a trigger, though it is ended by the time that it is listened to`()
    {
        watch.follow(.waiting)
        status.requestEnd(.key)
        #expect(triggers() == [RationalTime(5, 2)])
    }

    @Test(arguments: [RecordingPhase.writing, .over]) func `Else nothing is`(phase: RecordingPhase) {
        watch.follow(phase)
        #expect(triggers().isEmpty)
    }
}
