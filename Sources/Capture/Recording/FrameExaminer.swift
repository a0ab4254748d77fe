internal import MediaTime
internal import Pipeline

/// Looks at frames on their way to the file: for motion that triggers, and for stills that are wanted.
///
/// Where frames refer to others, all of them must be decoded for that, which may take longer than there is. So it is done by
/// a thread of its own, beside the writer, which never waits for it; what there is no time for is not looked at.
///
/// `@unchecked Sendable`: made by the thread that starts the recording; the writer's thread calls `take` and `finish`, and
/// what looks at frames is used by the examiner's own thread, where there is one, else by the writer's.
final class FrameExaminer: @unchecked Sendable {
    /// A frame, and the stills that are wanted of it.
    private struct Element: ~Copyable, Sendable {
        let frame: QueuedFrame
        let stills: [String]
    }

    private let watch: TriggerWatch?
    private var stills: StillWriter
    private let status: RecordingStatus
    private let requests: RecordingRequests
    /// `nil` where frames are looked at as soon as they are taken.
    private let queue: BoundedQueue<Element>?
    /// Stills for which there was no room, and whether there was none for the frame before.
    private var wanted: [String] = []
    private var hasSkipped = false
    private var hasComplained = false

    /// How far the examiner may be behind, in seconds. What triggers must still be in the ring of the output; a still may come
    /// later.
    private static let (patience, patienceForStills) = (0.5, 4.0)
    /// Frames that may wait at least.
    private static let leastCapacity = 8

    /// - Parameters:
    ///   - mode: what the camera delivers.
    ///   - watch: looks for motion; `nil` where nothing does.
    ///   - stills: writes stills.
    ///   - isLive: frames come when they are taken, and nobody waits for the examiner.
    ///   - status: gets what is to be said.
    ///   - requests: has the stills that are wanted.
    init(
        mode: CaptureMode,
        watch: TriggerWatch?,
        stills: consuming StillWriter,
        isLive: Bool,
        status: RecordingStatus,
        requests: RecordingRequests
    ) {
        self.watch = watch
        self.stills = stills
        self.status = status
        self.requests = requests
        let patience = watch == nil ? Self.patienceForStills : Self.patience
        let capacity = Int(min(patience / mode.frameDuration.seconds, Double(UInt16.max)))
        queue = isLive && mode.isStream ? BoundedQueue(capacity: max(capacity, Self.leastCapacity)) : nil
    }

    /// Whether it has a thread of its own, which is to ``run()``.
    var isBeside: Bool { queue != nil }

    /// Takes a frame; called by the writer.
    func take(_ frame: borrowing QueuedFrame) throws {
        wanted += requests.takeSnapshots()
        guard let queue else {
            defer { wanted = [] }
            return try look(at: frame, wanted)
        }
        var copy = try frame.reference()
        copy.followsLoss = copy.followsLoss || hasSkipped
        hasSkipped = !queue.offer(Element(frame: copy, stills: wanted))
        if hasSkipped { complain() } else { wanted = [] }
    }

    /// No more frames come; called by the writer. A still that was asked for after the last one is said not to be there.
    func finish() {
        wanted += requests.takeSnapshots()
        for path in wanted { status.note("no snapshot \(path): no frame came any more") }
        wanted = []
        if let queue { queue.finish() } else { stills.finish() }
    }

    /// Works until no more frames come.
    func run() {
        guard let queue else { return }
        do {
            while let element = try queue.next() { try look(at: element.frame, element.stills) }
        } catch {
            status.note("frames are not looked at any more: \(CaptureError(anything: error).message)")
            queue.cancel()
        }
        stills.finish()
    }

    private func look(at frame: borrowing QueuedFrame, _ paths: [String]) throws {
        try watch?.look(at: frame)
        try stills.take(frame, to: paths)
    }

    private func complain() {
        guard !hasComplained else { return }
        hasComplained = true
        let what = watch == nil ? "stills come late" : "motion is not looked for in every frame"
        status.note("\(what): frames cannot be decoded as fast as the camera delivers them; all are stored")
    }
}
