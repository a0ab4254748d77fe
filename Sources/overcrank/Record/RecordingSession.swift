internal import Capture
internal import Synchronization

/// What the recordings of a command's cameras have in common.
final class RecordingSession: Sendable {
    let plan: RecordingPlan
    let cameras: [RecordedCamera]
    let news: RecordingNews
    let attendant: SeriesAttendant
    let gate: StartGate
    /// `nil` where none triggers.
    let command: TriggerCommand?
    /// `nil` for a camera alone.
    let group: RecorderGroup?
    private let shared = Mutex(State())
    private let turn = Mutex(())

    private struct State {
        var hasBegun = false
        var outcomes: [Int: CameraOutcome] = [:]
    }

    init(_ plan: RecordingPlan, _ cameras: [RecordedCamera], _ news: RecordingNews, _ attendant: SeriesAttendant) {
        self.plan = plan
        self.cameras = cameras
        self.news = news
        self.attendant = attendant
        gate = StartGate(count: cameras.count)
        command = plan.command.map { command in
            TriggerCommand(cameras) { onExit in try ShellCommand.run(command, onExit) }
        }
        group = cameras.count > 1 ? RecorderGroup(count: cameras.count) : nil
    }

    /// Opens a camera while no other is being opened: those at one USB hub that wake up at the same time may be refused, as if
    /// they were busy.
    func open(_ body: () throws -> Recorder) throws -> Recorder { try turn.withLock { _ in try body() } }

    /// Whether it is the first recording that has begun; `true` once.
    func begins() -> Bool {
        shared.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
    }

    /// Whether a signal has ended all, or anything the wait for cameras. A limit ends no wait where none is waited for.
    var isEnding: Bool { cameras.isInterrupted || plan.reconnects && cameras.isEnding }

    /// Takes what became of a camera's recordings.
    func take(_ outcome: CameraOutcome, of place: CameraPlace) {
        shared.withLock { $0.outcomes[place.number] = outcome }
    }

    /// What became of the cameras, in their order.
    var outcomes: [CameraOutcome] {
        shared.withLock { state in state.outcomes.sorted { $0.key < $1.key }.map(\.value) }
    }
}
