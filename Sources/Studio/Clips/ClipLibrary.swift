internal import Export
internal import MediaTime
internal import Synchronization

/// The clips that a session has open.
public final class ClipLibrary: Sendable {
    private struct State {
        var places: ReadablePlaces
        var clips: [OpenedClip] = []
        var next = 1
        /// When each clip was asked for last, by its number: later uses have higher numbers.
        var uses: [Int: Int] = [:]
        var useCount = 0
        /// The numbers of those that were opened as results of exports, and by nobody else.
        var results: Set<Int> = []

        mutating func use(_ clip: OpenedClip) {
            useCount += 1
            uses[clip.id] = useCount
        }

        /// Takes the clip out that was not asked for for longest, of results or of others, where there are as many as are kept open.
        mutating func makeRoom(forResult isResult: Bool) -> OpenedClip? {
            let alike = clips.indices.filter { results.contains(clips[$0].id) == isResult }
            guard alike.count >= ClipLibrary.most else { return nil }
            let idlest = alike.min { uses[clips[$0].id] ?? 0 < uses[clips[$1].id] ?? 0 }
            return idlest.map { remove(at: $0) }
        }

        mutating func remove(at place: Int) -> OpenedClip {
            uses[clips[place].id] = nil
            results.remove(clips[place].id)
            return clips.remove(at: place)
        }
    }

    private let state: Mutex<State>
    private let captureRate: FrameRate?
    private let onGrowth: @Sendable (OpenedClip) -> Void
    private let onChange: @Sendable (OpenedClip) -> Void
    private let onClose: @Sendable (OpenedClip) -> Void

    /// More clips than this are not kept open, and no more results of exports besides: the one that was not asked for for longest is closed.
    private static let most = 64

    /// - Parameters:
    ///   - places: What may be read.
    ///   - captureRate: That of numbered images.
    ///   - onGrowth: is called each time that more frames of a clip are known.
    ///   - onChange: is called when all of a clip is known.
    ///   - onClose: is called when a clip was closed.
    init(
        _ places: ReadablePlaces,
        captureRate: FrameRate? = nil,
        onGrowth: @escaping @Sendable (OpenedClip) -> Void,
        onChange: @escaping @Sendable (OpenedClip) -> Void,
        onClose: @escaping @Sendable (OpenedClip) -> Void
    ) {
        state = Mutex(State(places: places))
        self.captureRate = captureRate
        (self.onGrowth, self.onChange, self.onClose) = (onGrowth, onChange, onClose)
    }

    /// What may be read.
    public var places: ReadablePlaces { state.withLock { $0.places } }

    /// All clips, in the order in which they were opened.
    public var clips: [OpenedClip] { state.withLock { $0.clips } }

    /// A clip by its number.
    ///
    /// - Throws: ``StudioError``: `.notFound`; `.outdated` where it was closed.
    public func clip(_ id: Int) throws(StudioError) -> OpenedClip {
        let (clip, wasOpen) = state.withLock { state in
            let clip = state.clips.first { $0.id == id }
            if let clip { state.use(clip) }
            return (clip, (1..<state.next).contains(id))
        }
        if let clip { return clip }
        throw wasOpen
            ? StudioError(.outdated, "clip \(id) is no longer open") : StudioError(.notFound, "there is no clip \(id)")
    }

    /// A clip by its number, whose file is still what was opened. A recording that has grown since is.
    ///
    /// - Throws: ``StudioError``: as ``clip(_:)`` does, and `.outdated` where the file was replaced or written to.
    public func unchangedClip(_ id: Int) throws(StudioError) -> OpenedClip {
        let clip = try clip(id)
        guard let change = clip.media.change else { return clip }
        throw StudioError(.outdated, "\(clip.name) \(change) since it was opened")
    }

    /// Opens clips again whose files were replaced or written to since, in their places. One that cannot be opened stays as it is.
    public func renew() { for clip in clips where !clip.media.isCurrent { _ = try? open(clip.media.path) } }

    /// Lets a file be read and opened.
    func allow(_ path: String) throws(StudioError) {
        guard let whole = ReadablePlaces.whole(path) else { throw StudioError(.notFound, "there is no file \(path)") }
        state.withLock { $0.places.add(file: whole) }
    }

    /// Opens a clip; one that is open stays as it is. Where its file was replaced or written to since, it is closed, and the file is a
    /// new clip.
    ///
    /// - Throws: ``StudioError``: `.forbidden` outside of what may be read, `.unreadable` with the true reason.
    public func open(_ path: String) throws(StudioError) -> OpenedClip { try open(path, asResult: false) }

    /// Opens a clip that an export has made, which closes no other clip than an earlier result.
    ///
    /// - Throws: ``StudioError`` as ``open(_:)`` does.
    func openResult(_ path: String) throws(StudioError) -> OpenedClip { try open(path, asResult: true) }

    private func open(_ path: String, asResult isResult: Bool) throws(StudioError) -> OpenedClip {
        let whole = try places.readable(path)
        if let clip = clips.first(where: { $0.media.path == whole && $0.media.isCurrent }) {
            if !isResult { state.withLock { _ = $0.results.remove(clip.id) } }
            return clip
        }
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        let opened = try OpenedClip(id: id, path: whole, captureRate: captureRate)
        let (clip, closed) = state.withLock { state -> (OpenedClip, OpenedClip?) in
            var closed: OpenedClip?
            let newPlace: Int
            // Somebody else may have opened it meanwhile, and a folder stands for the images in it.
            if let place = state.clips.firstIndex(where: { $0.media.path == opened.media.path }) {
                if state.clips[place].media.isCurrent { return (state.clips[place], nil) }
                closed = state.remove(at: place)
                newPlace = place
            } else {
                closed = state.makeRoom(forResult: isResult)
                newPlace = state.clips.endIndex
            }
            state.clips.insert(opened, at: newPlace)
            if isResult { state.results.insert(opened.id) }
            state.use(opened)
            return (opened, closed)
        }
        if let closed { close(closed) }
        if clip === opened {
            clip.startReading(
                onGrowth: { [onGrowth] in onGrowth(clip) },
                onEnd: { [onChange] in onChange(clip) }
            )
        }
        return clip
    }

    func close() { for clip in clips { close(clip) } }

    private func close(_ clip: OpenedClip) {
        clip.close()
        onClose(clip)
    }
}
