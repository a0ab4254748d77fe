internal import Pipeline

/// Shows the frames of a clip to all who look at it. A thread decodes: first what somebody looks at and does not see yet, then
/// what the hand will reach next. Pictures are kept.
///
/// Of a position that is far from all that was decoded, the key frame before it comes first, then the frame itself. Frames just
/// before it are kept as they were decoded, because a group cannot be decoded backwards; then the rest of the group is made into
/// pictures, as long as nobody waits.
final class ClipViewer: Sendable {
    /// Somebody who looks.
    struct Viewer {
        var look: Look
        /// Counts looks: the latest wins.
        var serial: UInt64
        var isServed: Bool
        /// Whether only something near could be shown, as it is not known yet when the frame is presented.
        var isProvisional = false
        /// Whether frames next to the position are made before they are asked for.
        let looksAhead: Bool
        let deliver: @Sendable (Picture) -> Void
    }

    struct State {
        var viewers: [Int: Viewer] = [:]
        var serial: UInt64 = 0
        var isClosed = false
        var isRunning = false
        /// Whether the decoder is to be closed as soon as nobody waits.
        var mustRest = false
        /// Looks for which there is nothing left to do ahead.
        var settled: [Int: UInt64] = [:]

        /// The latest look for which something is left to do ahead. Of many who look only a few get that, so that they do not
        /// drive each other's pictures out.
        var next: (key: Int, value: Viewer)? {
            let eager = viewers.filter(\.value.looksAhead).sorted { $0.value.serial > $1.value.serial }.prefix(3)
            return eager.first { settled[$0.key] != $0.value.serial }
        }
    }

    let clip: OpenedClip
    let cache: PictureCache
    private let state = Monitor(State())

    /// The decoder is closed when nobody has looked for so long.
    private static let patience = 20_000

    init(_ clip: OpenedClip, _ cache: PictureCache) {
        (self.clip, self.cache) = (clip, cache)
    }

    /// Shows a frame to a viewer, from now on in place of what it looked at before. What is at hand is delivered at once.
    /// The frame itself comes under the number that was asked for.
    func look(_ viewer: Int, _ look: Look, ahead: Bool, deliver take: @escaping @Sendable (Picture) -> Void) {
        let asked = look.frame
        let deliver: @Sendable (Picture) -> Void = { take($0.kind == .exact ? $0.numbered(asked) : $0) }
        let frame = clip.index.shown(look.frame)
        let look = Look(frame: frame, width: look.width, stride: look.stride)
        let jpeg = cache[key(frame, look.width)]
        if let jpeg { deliver(picture(frame, .exact, look.width, jpeg)) }
        let mustStart = state.withLock { state -> Bool in
            guard !state.isClosed else { return false }
            state.serial += 1
            state.mustRest = false
            state.viewers[viewer] = Viewer(
                look: look,
                serial: state.serial,
                isServed: jpeg != nil,
                looksAhead: ahead,
                deliver: deliver
            )
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { start() }
    }

    private func start() {
        do {
            try DetachedThread.start { [self] in run() }
        } catch {
            state.withLock { $0.isRunning = false }
        }
    }

    /// Shows the frames themselves to whoever got something near, as far as it is known by now when they are presented.
    func moreIsKnown() {
        let mustStart = state.withLock { state -> Bool in
            guard !state.isClosed else { return false }
            let keys = state.viewers.filter { $0.value.isProvisional && isKnown($0.value.look.frame) }.map(\.key)
            for key in keys {
                state.viewers[key]?.isProvisional = false
                state.viewers[key]?.isServed = false
            }
            guard !keys.isEmpty, !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
        if mustStart { start() }
    }

    /// Whether it is known when a frame is presented, or that there is none.
    private func isKnown(_ frame: Int) -> Bool { clip.index.isComplete || frame < clip.index.count }

    /// A viewer that does not look any more.
    func leave(_ viewer: Int) {
        state.withLock { state in
            state.viewers[viewer] = nil
            state.settled[viewer] = nil
        }
    }

    /// Somebody plays: frames are asked for one after another. Those that follow are made ahead.
    func play(at look: Look) {
        state.withLock { state in
            let step = look.frame - (state.viewers[Self.player]?.look.frame ?? look.frame)
            state.serial += 1
            state.viewers[Self.player] = Viewer(
                look: Look(frame: look.frame, width: look.width, stride: min(max(1, step), 8)),
                serial: state.serial,
                isServed: true,
                looksAhead: (1...8).contains(step),
                deliver: { _ in }
            )
        }
    }

    /// The number of whoever plays.
    private static let player = -1

    /// Closes the decoder as soon as nobody waits: other clips are looked at.
    func rest() { state.withLock { $0.mustRest = true } }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.viewers = [:]
        }
    }

    func key(_ frame: Int, _ width: Int) -> PictureCache.Key { .init(clip: clip.id, frame: frame, width: width) }

    func picture(_ frame: Int, _ kind: Picture.Kind, _ width: Int, _ jpeg: [UInt8]) -> Picture {
        Picture(clip: clip.id, frame: frame, kind: kind, width: width, jpeg: jpeg)
    }

    // MARK: What the thread asks

    enum Task {
        /// Somebody waits for a frame.
        case show(viewer: Int, Viewer)
        /// Nobody waits; frames next to a position are not made yet.
        case prepare(viewer: Int, Viewer)
        case end
    }

    private func run() {
        var work = ViewerWork(self)
        while true {
            switch nextTask() {
            case .show(let viewer, let wanted): work.show(viewer, wanted)
            case .prepare(let viewer, let wanted): work.prepare(viewer, wanted)
            case .end: return
            }
        }
    }

    private func nextTask() -> Task {
        let task = state.wait(milliseconds: Self.patience) { state -> Task? in
            if state.isClosed {
                state.isRunning = false
                return .end
            }
            if let next = state.viewers.filter({ !$0.value.isServed }).min(by: { $0.value.serial < $1.value.serial }) {
                return .show(viewer: next.key, next.value)
            }
            if state.mustRest {
                state.isRunning = false
                return .end
            }
            return state.next.map { .prepare(viewer: $0.key, $0.value) }
        }
        if let task { return task }
        // Somebody may have looked just now.
        let mayEnd = state.withLock { state -> Bool in
            if state.viewers.contains(where: { !$0.value.isServed }) { return false }
            state.isRunning = false
            return true
        }
        return mayEnd ? .end : nextTask()
    }

    /// Whether a look is still the latest of its viewer.
    func isCurrent(_ viewer: Int, _ serial: UInt64) -> Bool {
        state.withQuietLock { $0.viewers[viewer]?.serial == serial && !$0.isClosed }
    }

    /// Whether anybody waits for a frame.
    var isAwaited: Bool {
        state.withQuietLock { state in state.isClosed || state.mustRest || state.viewers.contains { !$0.value.isServed }
        }
    }

    /// Whether what is made ahead of a look is to be left: somebody waits for another frame than those that come, in pictures of
    /// one width; or nobody waits, and the look is not the latest any more.
    func hasOtherWork(than coming: ClosedRange<Int>?, _ width: Int, _ viewer: Int, _ serial: UInt64) -> Bool {
        state.withQuietLock { state in
            if state.isClosed || state.mustRest { return true }
            let waiting = state.viewers.values.filter { !$0.isServed }.map(\.look)
            if waiting.isEmpty { return state.viewers[viewer]?.serial != serial }
            return !waiting.allSatisfy { $0.width == width && coming?.contains($0.frame) ?? false }
        }
    }

    /// The look has its frame, or never will.
    func serve(_ viewer: Int, _ serial: UInt64) {
        state.withQuietLock { state in
            if state.viewers[viewer]?.serial == serial { state.viewers[viewer]?.isServed = true }
        }
    }

    /// The look has something near its frame, which comes as soon as it is known when it is presented.
    func serveProvisionally(_ viewer: Int, _ serial: UInt64) {
        state.withQuietLock { state in
            guard state.viewers[viewer]?.serial == serial else { return }
            state.viewers[viewer]?.isServed = true
            state.viewers[viewer]?.isProvisional = true
        }
        // It may have become known just now, before anybody could be told.
        moreIsKnown()
    }

    /// There is nothing more to do ahead of a look.
    func settle(_ viewer: Int, _ serial: UInt64) { state.withQuietLock { $0.settled[viewer] = serial } }
}
