import MediaTime
import Pipeline
import TestSupport
import Testing

@testable import Export

@Suite(.endsIfItHangs) struct InterleaveGateTests {
    @Test func `The track that is furthest behind never waits`() throws {
        let gate = InterleaveGate(tracks: 2)
        let steps = Progress()
        let workers = WorkerGroup()
        for track in 0..<2 {
            workers.start {
                for step in 0..<200 {
                    try gate.pass(track, at: RationalTime(Int64(step), 10))
                    steps.note(step, of: track)
                }
                gate.finish(track)
            }
        }
        try workers.join()
        #expect(steps.counts == [200, 200])
        // A second is ten steps, and half a second five, so long the others may not know how far a track is; and a thread may be
        // stopped between its passing and its note.
        #expect(steps.widestLead <= 22)
    }

    @Test func `Nobody waits for a track that has finished`() throws {
        let gate = InterleaveGate(tracks: 3)
        gate.finish(1)
        gate.finish(2)
        for second in 0..<100 as Range<Int64> { try gate.pass(0, at: RationalTime(second, 1)) }
    }

    @Test func `Cancelling ends a wait`() {
        let gate = InterleaveGate(tracks: 2)
        let workers = WorkerGroup()
        workers.start { try gate.pass(0, at: RationalTime(50, 1)) }
        gate.cancel()
        #expect(throws: Cancelled.self) { try workers.join() }
    }

    /// How far each track is.
    private final class Progress: Sendable {
        private struct State {
            var last = [0, 0]
            var counts = [0, 0]
            var widestLead = 0
        }
        private let state = Monitor(State())

        var counts: [Int] { state.withLock { $0.counts } }
        var widestLead: Int { state.withLock { $0.widestLead } }

        func note(_ step: Int, of track: Int) {
            state.withLock { state in
                state.last[track] = step
                state.counts[track] += 1
                // A track at its last step may have left: the other need not wait for it.
                if state.counts[1 - track] < 200 {
                    state.widestLead = max(state.widestLead, step - state.last[1 - track])
                }
            }
        }
    }
}
