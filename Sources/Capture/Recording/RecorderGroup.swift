internal import MediaTime
internal import Pipeline

/// Cameras that are recorded together, each by a recorder of its own.
///
/// What one of them sees or hears triggers all (``RecordingStart/triggered(preRoll:trigger:segments:)``); they hear the same
/// microphone; memory and processors are divided between them; and each file says how much later than the first camera's it
/// begins (``RecordedFile/offset``). All times are by the system's monotonic clock, so they are of one clock anyway.
///
/// Make the recorders one after the other: cameras at one USB hub that wake up at the same time may be refused as busy.
///
/// ```swift
/// let group = RecorderGroup(count: 2)
/// let left = try Recorder(CameraRequest(device: "/dev/video0"), settings: .init(path: "left.mp4"), as: group.member(1))
/// let right = try Recorder(CameraRequest(device: "/dev/video2"), settings: .init(path: "right.mp4"), as: group.member(2))
/// ```
public final class RecorderGroup: Sendable {
    /// How many cameras there are.
    public let count: Int
    let triggers = TriggerCircle()
    private let shared = Monitor(State())
    private let microphones = Monitor([String: WeakMicrophone]())

    private struct State {
        /// The files of each camera, by its number.
        var files: [Int: [(path: String, start: RationalTime)]] = [:]
        /// Cameras that are recorded no more.
        var gone: Set<Int> = []
    }

    private struct WeakMicrophone {
        weak var microphone: SharedMicrophone?
    }

    /// How long the last file of a recording waits for the first camera's to begin, in milliseconds.
    private let patience: Int

    /// A group of so many cameras; of one where the number is less.
    public convenience init(count: Int) {
        // A camera may be slow to start.
        self.init(count: count, patience: 2000)
    }

    init(count: Int, patience: Int) {
        self.count = max(1, count)
        self.patience = patience
    }

    /// One of the cameras, counted from 1. When it comes back after it was unplugged, its next recorder has the same number.
    public func member(_ camera: Int) -> Member { Member(group: self, camera: camera) }

    /// Says that a camera is recorded no more, so that no other waits for it.
    public func leave(_ camera: Int) { shared.withLock { _ = $0.gone.insert(camera) } }

    /// A camera's place in a group.
    public struct Member: Sendable {
        /// The group.
        public let group: RecorderGroup
        /// The camera's number, from 1.
        public let camera: Int
    }

    /// Notes when the first frame of a camera's file was taken.
    fileprivate func note(_ camera: Int, path: String, start: RationalTime) {
        shared.withLock { state in
            var files = state.files[camera] ?? []
            files.removeAll { $0.path == path }
            files.append((path, start))
            state.files[camera] = files
        }
    }

    /// The offset of a camera's file; `nil` where the camera that it is compared with has no file yet.
    fileprivate func offset(_ camera: Int, start: RationalTime, waits: Bool) -> FileOffset? {
        let files = shared.wait(milliseconds: waits ? patience : 0) { state -> [(path: String, start: RationalTime)]? in
            let first = (1...count).first { state.files[$0] != nil || !state.gone.contains($0) }
            return first.flatMap { state.files[$0] }
        }
        let offsets = (files ?? []).compactMap { file in
            (try? start - file.start).map { FileOffset(time: $0, reference: file.path) }
        }
        return offsets.min { Self.distance($0) < Self.distance($1) }
    }

    private static func distance(_ offset: FileOffset) -> RationalTime {
        offset.time < .zero ? (try? .zero - offset.time) ?? .zero : offset.time
    }

    /// A microphone as one recorder hears it; it is opened where nobody has it open yet, and anew where it has failed: who
    /// heard it then goes on without.
    fileprivate func microphone(
        _ name: String,
        _ open: (String) throws(CaptureError) -> any AudioStream
    ) throws(CaptureError) -> any AudioStream {
        let result = microphones.withLock { microphones -> Result<any AudioStream, CaptureError> in
            if let microphone = microphones[name]?.microphone, !microphone.hasFailed {
                return .success(microphone.listener())
            }
            do throws(CaptureError) {
                let microphone = SharedMicrophone(try open(name))
                microphones[name] = WeakMicrophone(microphone: microphone)
                return .success(microphone.listener())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension RecorderGroup.Member {
    /// How many cameras are recorded with it, itself included.
    var count: Int { group.count }

    func note(path: String, start: RationalTime) { group.note(camera, path: path, start: start) }

    /// How much later than the first camera's nearest file one of this camera's begins; `nil` where that has none yet.
    ///
    /// - Parameters:
    ///   - start: the file's.
    ///   - waits: whether to wait a moment for the first camera's file. Never while frames come: they would be lost.
    /// - Returns: the offset.
    func offset(start: RationalTime, waits: Bool) -> FileOffset? { group.offset(camera, start: start, waits: waits) }

    func microphone(
        _ name: String,
        _ open: (String) throws(CaptureError) -> any AudioStream
    ) throws(CaptureError) -> any AudioStream {
        try group.microphone(name, open)
    }
}
