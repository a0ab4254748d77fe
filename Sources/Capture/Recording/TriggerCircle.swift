internal import MediaTime
internal import Synchronization

/// Recorders of which a trigger is one of all: what one of them sees or hears begins a file of each.
///
/// Several of them see the same motion, some milliseconds apart. It is one trigger.
final class TriggerCircle: Sendable {
    private struct State {
        /// By the number of the camera.
        var members: [Int: RecordingRequests] = [:]
        /// When there was motion, or audio that is loud enough, last.
        var active: RationalTime?
        /// Those that were triggered since they wait.
        var triggered: Set<Int> = []
    }

    private let shared = Mutex(State())

    /// When it has stopped for so long, it counts again.
    private static let pause = RationalTime(1, 2)

    /// Has a camera's recorder triggered with the others, in place of the one that this camera had before.
    func join(_ camera: Int, _ requests: RecordingRequests) {
        shared.withLock { state in
            state.members[camera] = requests
            state.triggered.remove(camera)
        }
    }

    /// The camera's recorder waits for no trigger: when it does again, what goes on counts.
    func rest(_ camera: Int) { shared.withLock { _ = $0.triggered.remove(camera) } }

    /// Notes motion or audio at an instant.
    ///
    /// - Parameters:
    ///   - camera: whose recorder has noticed it.
    ///   - instant: by the system's monotonic clock.
    ///   - isWaiting: whether that recorder waits for a trigger.
    /// - Returns: whether it is a trigger. What goes on from before is none while a file is written.
    func fire(_ camera: Int, at instant: RationalTime, isWaiting: Bool) -> Bool {
        shared.withLock { state in
            let isNew = state.active.flatMap { try? instant - $0 > Self.pause } ?? true
            state.active = max(state.active ?? instant, instant)
            let fires = isWaiting ? !state.triggered.contains(camera) : isNew
            for requests in state.members.values {
                if fires { requests.trigger(at: instant) } else { requests.noteActivity(at: instant) }
            }
            if fires { state.triggered.formUnion(state.members.keys) }
            return fires
        }
    }
}
