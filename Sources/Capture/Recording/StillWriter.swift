/// Writes stills of a recording's frames. What fails is said, and ends nothing.
struct StillWriter: ~Copyable {
    private let mode: CaptureMode
    private let camera: CaptureDeviceInfo
    private let status: RecordingStatus
    private let requests: RecordingRequests
    private let isStream: Bool
    /// Made for the first still.
    private var snapshot: Snapshot?
    private var group: FrameGroup
    /// Paths for which no frame could be decoded yet.
    private var waiting: [String] = []

    init(mode: CaptureMode, camera: CaptureDeviceInfo, status: RecordingStatus, requests: RecordingRequests) {
        self.mode = mode
        self.camera = camera
        self.status = status
        self.requests = requests
        isStream = mode.isStream
        group = FrameGroup(mode.format)
    }

    /// Takes a frame, and writes it where it is wanted; where it cannot be decoded, the next one that can.
    mutating func take(_ frame: borrowing QueuedFrame, to paths: [String]) throws {
        waiting += paths
        // Where frames do not refer to others, none is needed before it is wanted.
        guard isStream || !waiting.isEmpty else { return }
        try group.add(frame)
        guard !waiting.isEmpty else { return }
        guard group.newest != nil else { return requests.keyFrames.ask() }
        for path in waiting {
            do {
                let snapshot = try self.snapshot ?? Snapshot(mode: mode)
                self.snapshot = snapshot
                let path = try snapshot.write(group, description: .now(of: camera), to: path)
                status.note("snapshot \(path)")
            } catch {
                status.note("no snapshot: \(CaptureError(anything: error).message)")
            }
        }
        waiting = []
    }

    /// Says which stills there are not, because the recording is over.
    mutating func finish() {
        for path in waiting { status.note("no snapshot \(path): no frame came that can be decoded") }
        waiting = []
    }
}
