internal import Synchronization

/// A command whose end triggers cameras. It runs for all of them first, and once more for each later recording of one that finds it ended.
final class TriggerCommand: Sendable {
    private struct State {
        /// For how many recordings of each camera there was a command, by the camera's number.
        var recordings: [Int: Int] = [:]
        /// Cameras that a running command is going to trigger, by their numbers.
        var awaited: Set<Int> = []
    }

    private let cameras: [RecordedCamera]
    private let run: @Sendable (_ onExit: @escaping @Sendable () -> Void) throws -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - cameras: all that are recorded.
    ///   - run: starts the command, which calls its argument when it has ended.
    init(
        _ cameras: [RecordedCamera],
        run: @escaping @Sendable (_ onExit: @escaping @Sendable () -> Void) throws -> Void
    ) {
        self.cameras = cameras
        self.run = run
    }

    /// Starts the command for a camera's recording, unless one runs that is going to trigger it, or there was one for it: a camera
    /// that is opened anew in vain has made no recording, and keeps its triggers.
    ///
    /// - Parameters:
    ///   - camera: whose recording begins.
    ///   - count: how many recordings it has made before.
    /// - Throws: what keeps the command from being started.
    func begin(for camera: RecordedCamera, after count: Int) throws {
        let triggered = state.withLock { state -> [RecordedCamera] in
            let chosen = state.recordings.isEmpty ? cameras : [camera]
            let isNew = (state.recordings[camera.place.number] ?? -1) < count
            state.recordings[camera.place.number] = count
            guard isNew, !state.awaited.contains(camera.place.number) else { return [] }
            for other in chosen { state.recordings[other.place.number] = count }
            state.awaited.formUnion(chosen.map(\.place.number))
            return chosen
        }
        guard !triggered.isEmpty else { return }
        let numbers = triggered.map(\.place.number)
        do {
            try run { [self] in
                state.withLock { $0.awaited.subtract(numbers) }
                triggered.trigger()
            }
        } catch {
            state.withLock { $0.awaited.subtract(numbers) }
            throw error
        }
    }
}
