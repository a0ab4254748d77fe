import MediaTime
import Testing

@testable import Capture

/// A trigger of one recorder is one of all, once.
@Suite struct TriggerCircleTests {
    private let circle = TriggerCircle()
    private let members = [RecordingRequests(), RecordingRequests()]

    init() {
        for (index, requests) in members.enumerated() { circle.join(index + 1, requests) }
    }

    private func time(_ milliseconds: Int64) -> RationalTime { RationalTime(milliseconds, 1000) }

    private func triggers() -> [[RationalTime]] { members.map { $0.takeTriggers(before: time(1_000_000)) } }

    @Test func `What one sees triggers all, and what another sees then is the same`() {
        #expect(circle.fire(1, at: time(1000), isWaiting: true))
        // The second camera has not begun its file yet, and sees the motion, too.
        #expect(!circle.fire(2, at: time(1020), isWaiting: true))
        // Then it has.
        circle.rest(2)
        #expect(!circle.fire(2, at: time(1040), isWaiting: false))
        #expect(triggers() == [[time(1000)], [time(1000)]])
        #expect(members.map { $0.takeActivity() } == [time(1040), time(1040)])
    }

    @Test func `After a pause it counts again`() {
        #expect(circle.fire(1, at: time(1000), isWaiting: true))
        circle.rest(1)
        circle.rest(2)
        #expect(!circle.fire(1, at: time(1400), isWaiting: false))
        #expect(circle.fire(2, at: time(2000), isWaiting: false))
        #expect(triggers() == [[time(1000), time(2000)], [time(1000), time(2000)]])
    }

    @Test func `What goes on when a recorder waits again counts`() {
        #expect(circle.fire(1, at: time(1000), isWaiting: true))
        circle.rest(1)
        circle.rest(2)
        #expect(circle.fire(1, at: time(1100), isWaiting: true))
        #expect(triggers()[1] == [time(1000), time(1100)])
    }

    @Test func `A camera that comes back takes the place that it had`() {
        let next = RecordingRequests()
        circle.join(2, next)
        #expect(circle.fire(1, at: time(1000), isWaiting: true))
        #expect(triggers() == [[time(1000)], []])
        #expect(next.takeTriggers(before: time(2000)) == [time(1000)])
    }
}
