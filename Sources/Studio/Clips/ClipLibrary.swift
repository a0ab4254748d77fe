internal import Export
internal import MediaTime
internal import Synchronization

/// The clips that a session has open.
public final class ClipLibrary: Sendable {
    private struct State {
        var places: ReadablePlaces
        var clips: [OpenedClip] = []
        var next = 1
    }

    private let state: Mutex<State>
    private let captureRate: FrameRate?
    private let onGrowth: @Sendable (OpenedClip) -> Void
    private let onChange: @Sendable (OpenedClip) -> Void
    private let onClose: @Sendable (OpenedClip) -> Void

    /// More clips than this are not kept open: the one that was opened first is closed.
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
    /// - Throws: ``StudioError``: `.notFound`.
    public func clip(_ id: Int) throws(StudioError) -> OpenedClip {
        guard let clip = clips.first(where: { $0.id == id }) else {
            throw StudioError(.notFound, "there is no clip \(id)")
        }
        return clip
    }

    /// Lets a file be read and opened.
    func allow(_ path: String) throws(StudioError) {
        guard let whole = ReadablePlaces.whole(path) else { throw StudioError(.notFound, "there is no file \(path)") }
        state.withLock { $0.places.add(file: whole) }
    }

    /// Opens a clip; one that is open stays as it is.
    ///
    /// - Throws: ``StudioError``: `.forbidden` outside of what may be read, `.unreadable` with the true reason.
    public func open(_ path: String) throws(StudioError) -> OpenedClip {
        let whole = try places.readable(path)
        if let clip = clips.first(where: { $0.media.path == whole }) { return clip }
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        let opened = try OpenedClip(id: id, path: whole, captureRate: captureRate)
        let (clip, oldest) = state.withLock { state -> (OpenedClip, OpenedClip?) in
            // Somebody else may have opened it meanwhile, and a folder stands for the images in it.
            if let clip = state.clips.first(where: { $0.media.path == opened.media.path }) { return (clip, nil) }
            state.clips.append(opened)
            return (opened, state.clips.count > Self.most ? state.clips.removeFirst() : nil)
        }
        if let oldest { close(oldest) }
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
