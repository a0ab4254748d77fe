internal import FFmpeg
internal import MediaTime

/// The work of a viewer's thread: decoding towards frames, and making pictures of them.
struct ViewerWork: ~Copyable {
    private let viewer: ClipViewer
    private var cursor: FrameCursor?
    private var recent = RecentFrames()

    /// A frame that is so near is decoded without anything being shown before it.
    private static let nearby = 4
    /// So many frames are made ahead of the hand, or behind it: more than a second of the fastest cameras.
    private static let reach = 300
    /// Of a group, so many frames at least are made at once on the way back.
    private static let leastPiece = 64

    init(_ viewer: ClipViewer) { self.viewer = viewer }

    private var clip: OpenedClip { viewer.clip }

    /// Shows the frame that somebody waits for, unless they look elsewhere meanwhile.
    mutating func show(_ id: Int, _ wanted: ClipViewer.Viewer) {
        do {
            try attempt(id, wanted)
        } catch {
            // The decoder may be in any state.
            cursor = nil
            recent.removeAll()
            wanted.deliver(viewer.picture(wanted.look.frame, .substitute, wanted.look.width, []))
            viewer.serve(id, wanted.serial)
            viewer.settle(id, wanted.serial)
        }
    }

    private mutating func attempt(_ id: Int, _ wanted: ClipViewer.Viewer) throws {
        let (number, width) = (clip.index.shown(wanted.look.frame), wanted.look.width)
        if let jpeg = viewer.cache[viewer.key(number, width)] {
            wanted.deliver(viewer.picture(number, .exact, width, jpeg))
            return viewer.serve(id, wanted.serial)
        }
        if let frame = try recent.frame(number) {
            wanted.deliver(viewer.picture(number, .exact, width, try make(frame, number, width)))
            return viewer.serve(id, wanted.serial)
        }
        // Asked first: what is not known then is not there.
        let isComplete = clip.index.isComplete
        guard let target = clip.index.start(of: number) else {
            return try approximate(id, wanted, hasNone: isComplete)
        }
        let key = clip.index.key(before: number)
        let hasSought = try goTo(number, key, target)
        var isFirst = hasSought
        var mayBeMissed = !hasSought
        while let shown = try next() {
            if shown.number > number, mayBeMissed {
                // A decoder that was on its way is no proof that there is no such frame.
                mayBeMissed = false
                try seek(to: target)
                continue
            }
            if isFirst, number - shown.number > Self.nearby {
                let jpeg = try make(shown.frame, shown.number, width)
                wanted.deliver(viewer.picture(shown.number, .near, width, jpeg))
            }
            isFirst = false
            if shown.number >= number {
                let jpeg = try make(shown.frame, shown.number, width, isKept: !shown.isEstimate)
                let kind: Picture.Kind = shown.number == number ? .exact : .substitute
                wanted.deliver(viewer.picture(shown.number, kind, width, jpeg))
                viewer.serve(id, wanted.serial)
                if wanted.looksAhead { try keepRecent(wanted) }
                return
            }
            passOver(over: number - shown.number)
            if !viewer.isCurrent(id, wanted.serial) { return }
        }
        // The clip ends before it: its last frame is damaged.
        if let last = recent.numbers.first, let frame = try recent.frame(last) {
            wanted.deliver(viewer.picture(last, .substitute, width, try make(frame, last, width)))
        } else {
            wanted.deliver(viewer.picture(number, .substitute, width, []))
        }
        viewer.serve(id, wanted.serial)
    }

    /// Shows something near to a frame whose instant is not known yet, or in place of one that the clip does not have.
    private mutating func approximate(_ id: Int, _ wanted: ClipViewer.Viewer, hasNone: Bool) throws {
        let look = wanted.look
        let share = Double(look.frame) / Double(max(1, clip.frameCount))
        let seconds = clip.duration.seconds * min(1, share)
        try open()
        try seek(to: RationalTime(Int64(seconds * 1000), 1000))
        if let shown = try next() {
            let jpeg = try make(shown.frame, shown.number, look.width, isKept: !shown.isEstimate)
            wanted.deliver(viewer.picture(shown.number, hasNone ? .substitute : .near, look.width, jpeg))
        } else if hasNone {
            wanted.deliver(viewer.picture(look.frame, .substitute, look.width, []))
        }
        viewer.settle(id, wanted.serial)
        if hasNone { viewer.serve(id, wanted.serial) } else { viewer.serveProvisionally(id, wanted.serial) }
    }

    /// Makes pictures of frames that were decoded on the way, the nearest first.
    private mutating func keepRecent(_ wanted: ClipViewer.Viewer) throws {
        let width = wanted.look.width
        for number in recent.numbers where number < wanted.look.frame {
            if viewer.isAwaited { return }
            if viewer.cache.contains(viewer.key(number, width)) { continue }
            guard let frame = try recent.frame(number) else { return }
            let jpeg = try make(frame, number, width)
            if wanted.look.stride <= 0 { wanted.deliver(viewer.picture(number, .ahead, width, jpeg)) }
        }
    }

    /// Makes the pictures that the hand will reach next, until somebody waits for another one.
    mutating func prepare(_ id: Int, _ wanted: ClipViewer.Viewer) {
        do {
            let isDone =
                try wanted.look.stride < 0
                ? prepareBackwards(id, wanted) : prepareForwards(id, wanted)
            if isDone { viewer.settle(id, wanted.serial) }
        } catch {
            cursor = nil
            recent.removeAll()
            viewer.settle(id, wanted.serial)
        }
    }

    /// How many pictures may be made around a position, so that they do not drive each other out.
    private func reach(_ look: Look) -> Int {
        let size = clip.size
        let width = min(look.width, max(1, size.width))
        let bytes = max(20_000, width * width * size.height / max(1, size.width) / 6)
        return max(8, min(Self.reach, viewer.cache.capacity / 3 / bytes))
    }

    private mutating func prepareForwards(_ id: Int, _ wanted: ClipViewer.Viewer) throws -> Bool {
        let look = wanted.look
        let step = max(1, look.stride)
        let reach = min(clip.index.count - 1 - look.frame, step == 1 ? min(96, reach(look)) : 12 * step)
        guard reach > 0 else { return look.stride > 0 ? true : try prepareBackwards(id, wanted) }
        let last = look.frame + reach / step * step
        let isDone = try fill(look.frame + 1...max(look.frame + 1, last), by: step, from: look.frame, id, wanted)
        // A hand that has not moved yet goes anywhere.
        guard isDone, look.stride == 0 else { return isDone }
        return try prepareBackwards(id, wanted)
    }

    private mutating func prepareBackwards(_ id: Int, _ wanted: ClipViewer.Viewer) throws -> Bool {
        let look = wanted.look
        let step = max(1, -look.stride)
        guard look.frame > 0 else { return true }
        let reach = step == 1 ? reach(look) : 12 * step
        var upper = look.frame - 1
        let lowest = max(0, look.frame - reach)
        // The nearest first. A group is decoded from its key frame on, again for each piece of it: larger pieces cost less, and
        // are there later.
        while upper >= lowest {
            let key = clip.index.key(before: upper)
            let piece = max(Self.leastPiece * step, (upper - key) / 3)
            let lower = max(lowest, key, upper - piece + 1)
            guard try fill(lower...upper, by: step, from: look.frame, id, wanted) else { return false }
            upper = lower - 1
        }
        return true
    }

    /// Makes the pictures of a range that are missing; `false` where somebody waits for another one.
    private mutating func fill(
        _ range: ClosedRange<Int>,
        by step: Int,
        from origin: Int,
        _ id: Int,
        _ wanted: ClipViewer.Viewer
    ) throws -> Bool {
        let width = wanted.look.width
        func isMissing(_ number: Int) -> Bool {
            (number - origin).isMultiple(of: step) && clip.index.shown(number) == number
                && !viewer.cache.contains(viewer.key(number, width))
        }
        guard let first = range.first(where: isMissing), let last = range.last(where: isMissing),
            let start = clip.index.start(of: first)
        else { return true }
        if viewer.isAwaited { return false }
        _ = try goTo(first, clip.index.key(before: first), start)
        while let shown = try next() {
            if shown.number > last { return true }
            if shown.number >= first, isMissing(shown.number) {
                let jpeg = try make(shown.frame, shown.number, width)
                wanted.deliver(viewer.picture(shown.number, .ahead, width, jpeg))
            }
            if shown.number == last { return true }
            // A frame that comes here anyway is worth waiting for: those before it are what a hand that goes back reaches next.
            let coming = step == 1 ? max(first, shown.number + 1)...last : nil
            if viewer.hasOtherWork(than: coming, width, id, wanted.serial) { return false }
            passOver(over: first - shown.number)
        }
        return true
    }

    // MARK: Decoding

    private mutating func open() throws {
        if cursor == nil { cursor = try FrameCursor.open(clip) }
    }

    /// Brings the decoder to where the frame comes next, or some frames before it. Whether it sought.
    private mutating func goTo(_ number: Int, _ key: Int, _ instant: RationalTime) throws -> Bool {
        try open()
        let leads = cursor?.leads(to: number) == true && (cursor?.position ?? 0) >= key - 1
        cursor?.passOver(false)
        if leads { return false }
        try seek(to: instant)
        return true
    }

    private mutating func seek(to instant: RationalTime) throws {
        recent.removeAll()
        try cursor?.seek(to: instant)
    }

    private mutating func next() throws -> FrameCursor.Numbered? {
        guard let shown = try cursor?.next() else { return nil }
        if !shown.isEstimate { try recent.add(shown.frame, number: shown.number, size: shown.frame.pictureSize) }
        return shown
    }

    /// Whether frames are passed over that no other frame needs, where what is wanted is so many frames further on.
    private mutating func passOver(over distance: Int) {
        cursor?.passOver(distance > RecentFrames.most + FrameCursor.decoderDepth)
    }

    /// The picture of a frame. It is kept under its number, unless that is an estimate.
    private mutating func make(
        _ frame: borrowing Frame,
        _ number: Int,
        _ width: Int,
        isKept: Bool = true
    ) throws -> [UInt8] {
        let key = viewer.key(number, width)
        if isKept, let jpeg = viewer.cache[key] { return jpeg }
        guard let jpeg = try cursor?.picture(of: frame, width: width) else {
            throw StudioError(.failed, "no picture could be made")
        }
        if isKept { viewer.cache.add(jpeg, key) }
        return jpeg
    }
}

extension Frame {
    /// About how much memory it takes, in bytes.
    fileprivate var pictureSize: Int { width * height * ((pixelFormat?.bitDepth ?? 8) > 8 ? 3 : 2) }
}
