public import Export
public import MediaTime
internal import Synchronization

/// When each frame of a clip is presented, in the order in which frames are counted, from 0 on. It grows while the clip is read.
public final class FrameIndex: Sendable {
    fileprivate struct State {
        var starts: [RationalTime] = []
        /// The numbers of the key frames.
        var keys: [Int] = []
        var end = RationalTime.zero
        var timing = FrameTiming()
        var isComplete = false
        var failure: String?
    }

    private let state = Mutex(State())

    init() {}

    /// How many frames are known.
    public var count: Int { state.withLock { $0.starts.count } }

    /// Whether all frames are known.
    public var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Why not all frames could be found; `nil` where nothing hindered.
    public var failure: String? { state.withLock { $0.failure } }

    /// When the last known frame ends (asset time).
    public var end: RationalTime { state.withLock { $0.end } }

    /// How the frames that are known follow one another.
    public var timing: FrameTiming { state.withLock { $0.timing } }

    /// When a frame is presented (asset time); `nil` where it is not known.
    public func start(of number: Int) -> RationalTime? {
        state.withLock { $0.starts.indices.contains(number) ? $0.starts[number] : nil }
    }

    /// The frame that is on screen at an instant: the first of those with the latest timestamp at or before it. `nil` before the
    /// first frame, and behind all that is known as long as more may come.
    ///
    /// - Complexity: O(log *n*).
    public func number(at instant: RationalTime) -> Int? {
        state.withLock { state in state.number(at: instant) { state.starts[$0] } }
    }

    /// The frame that a plan shows at an instant, in the same way.
    ///
    /// - Complexity: O(log *n*).
    func number(at instant: RationalTime, by choice: FrameChoice) -> Int? {
        state.withLock { state in state.number(at: instant) { choice.start(of: state.starts[$0]) } }
    }

    /// From when on a plan shows a frame that is known.
    func start(of number: Int, by choice: FrameChoice) -> RationalTime? {
        state.withLock { $0.starts.indices.contains(number) ? choice.start(of: $0.starts[number]) : nil }
    }

    /// The number under which a frame is shown: of several with one timestamp the first.
    public func shown(_ number: Int) -> Int {
        state.withLock { state in
            guard state.starts.indices.contains(number) else { return number }
            return state.number(at: state.starts[number]) { state.starts[$0] } ?? number
        }
    }

    /// The last key frame at or before a frame; 0 where none is marked.
    ///
    /// - Complexity: O(log *n*).
    public func key(before number: Int) -> Int {
        state.withLock { state in
            let place = state.keys.partitioningIndex { $0 > number }
            return place == 0 ? 0 : state.keys[place - 1]
        }
    }

    /// The instants of all known frames in seconds, in order.
    ///
    /// - Complexity: O(*n*).
    public var seconds: [Double] { state.withLock { $0.starts.map(\.seconds) } }

    /// Says that no more frames come.
    func finish(_ failure: String?) {
        state.withLock { state in
            state.failure = failure
            state.isComplete = true
        }
    }

    /// Reads all frames, until that is given up. Says each time that more are known.
    func read(_ media: MediaDescription, _ track: MediaTrack, isCancelled: () -> Bool, onGrowth: () -> Void) {
        var batch: [FrameTimesReader.Entry] = []
        func flush() {
            state.withLock { state in
                for entry in batch {
                    if entry.isKey { state.keys.append(state.starts.count) }
                    state.starts.append(entry.start)
                    state.timing.add(entry.start, lasting: entry.duration)
                    state.end = max(state.end, (try? entry.start + entry.duration) ?? entry.start)
                }
            }
            batch.removeAll(keepingCapacity: true)
        }
        do {
            try FrameTimesReader(media, track: track).read { entry in
                batch.append(entry)
                if batch.count == 512 {
                    flush()
                    onGrowth()
                    if isCancelled() { throw CancellationError() }
                }
            }
            flush()
            finish(nil)
        } catch {
            flush()
            finish("\(error)")
        }
    }
}

extension FrameIndex.State {
    /// The first of the frames that begin last at or before an instant. When each begins is asked of a body.
    fileprivate func number(at instant: RationalTime, _ start: (Int) -> RationalTime) -> Int? {
        let place = starts.indices.partitioningIndex { start($0) > instant }
        guard place > 0, isComplete || place < starts.count || start(place - 1) == instant else { return nil }
        let last = start(place - 1)
        return (0..<place).partitioningIndex { start($0) >= last }
    }
}

extension RandomAccessCollection {
    /// The first place from which on a condition holds, which holds for all behind it.
    func partitioningIndex(where holds: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if holds(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
