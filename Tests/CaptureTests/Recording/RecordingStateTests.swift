import Capture
import Testing

/// One way of states, and no other.
@Suite struct RecordingStateTests {
    static let ways: [(RecordingState, RecordingTransition, RecordingState)] = [
        (.idle, .start, .starting), (.failed, .start, .starting),
        (.starting, .begin, .recording), (.starting, .arm, .waiting), (.waiting, .begin, .recording),
        (.recording, .rearm, .waiting),
        (.starting, .stop, .stopping), (.waiting, .stop, .stopping), (.recording, .stop, .stopping),
        (.stopping, .finish, .idle),
        (.starting, .fail, .failed), (.waiting, .fail, .failed), (.recording, .fail, .failed),
        (.stopping, .fail, .failed),
    ]

    @Test(arguments: RecordingState.allCases, RecordingTransition.allCases)
    func `Every other way is an error`(state: RecordingState, transition: RecordingTransition) throws {
        if let way = Self.ways.first(where: { $0.0 == state && $0.1 == transition }) {
            #expect(try state.after(transition) == way.2)
        } else {
            let error = #expect(throws: CaptureError.self) { try state.after(transition) }
            #expect(error?.code == .misuse)
            #expect(error?.message == "cannot \(transition.rawValue) a recorder that is \(state.rawValue)")
        }
    }
}
