internal import FFmpeg
internal import Pipeline

/// The frames of one of the clips that are shown together, as they lie in its place.
struct PaneFrames: ~Copyable {
    private let queue: BoundedQueue<PlacedFrame>
    private var converter: FrameConverter.Running
    /// The next frame, which begins later.
    private var pending: PlacedFrame?
    /// What is seen; `nil` for black.
    private(set) var shown: Frame?
    /// One past the last place at which it is seen.
    private var end: Int64 = 0
    private var isExhausted = false

    /// The frames of a queue, each of which is converted.
    init(_ queue: BoundedQueue<PlacedFrame>, _ converter: FrameConverter) {
        self.queue = queue
        self.converter = converter.started()
    }

    /// Whether nothing comes after what was seen last.
    var isDone: Bool {
        switch pending {
        case .some: false
        case .none: isExhausted && shown == nil
        }
    }

    /// Goes on to a place of the output. Returns whether something else is seen there than before.
    mutating func advance(to place: Int64) throws -> Bool {
        guard place >= end else { return false }
        var isChanged = shown != nil
        shown = nil
        while let next = try pending.take() ?? queue.next() {
            guard next.outputFrames.upperBound > place else { continue }
            guard next.outputFrames.lowerBound <= place else {
                end = next.outputFrames.lowerBound
                pending = consume next
                return isChanged
            }
            end = next.outputFrames.upperBound
            switch next.frame {
            case .some(let frame):
                shown = try converter.convert(frame, ofPart: next.part, view: nil)
                isChanged = true
            case .none: break
            }
            return isChanged
        }
        isExhausted = true
        end = .max
        return isChanged
    }
}
