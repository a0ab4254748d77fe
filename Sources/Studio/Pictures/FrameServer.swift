internal import Pipeline
internal import Synchronization

/// Shows frames of a session's clips to all who look at them. Pictures are kept, up to so many bytes for all clips together.
public final class FrameServer: Sendable {
    private let cache: PictureCache
    private let viewers = Mutex(Viewers())

    private struct Viewers {
        var all: [Int: ClipViewer] = [:]
        /// The clips that were looked at last, the latest first.
        var order: [Int] = []
    }

    /// So many clips have a decoder at once: one of large frames takes hundreds of megabytes.
    private static let mostDecoders = 3
    private let numbers = Atomic(0)

    /// Pictures of all clips, in bytes: a group of 250 frames is some 40 MB at 1280 pixels.
    public static let usualCapacity = 160 << 20

    init(capacity: Int = usualCapacity) { cache = PictureCache(capacity: capacity) }

    /// How many bytes of pictures are kept.
    public var bytes: Int { cache.bytes }

    /// A number for somebody who looks.
    public func newViewer() -> Int { numbers.add(1, ordering: .relaxed).newValue }

    /// Shows a frame to a viewer, in place of what it looked at before. Pictures are delivered on any thread, the wanted one first
    /// where it is at hand; else something near comes first. Whoever takes them must not wait.
    public func look(
        at look: Look,
        of clip: OpenedClip,
        viewer: Int,
        deliver: @escaping @Sendable (Picture) -> Void
    ) {
        self.viewer(of: clip).look(viewer, look, ahead: true, deliver: deliver)
    }

    /// The picture of one frame, for whoever can wait for it.
    ///
    /// - Throws: ``StudioError`` where it cannot be decoded, or not in time.
    public func picture(at look: Look, of clip: OpenedClip, milliseconds: Int = 20_000) throws(StudioError) -> Picture {
        guard clip.video != nil else { throw StudioError(.invalid, "\(clip.name) has no video") }
        if clip.index.isComplete, look.frame >= clip.index.count {
            throw StudioError(.notFound, "\(clip.name) has no frame \(look.frame)")
        }
        let number = newViewer()
        let found = Monitor<Picture?>(nil)
        viewer(of: clip).look(number, look, ahead: false) { picture in
            found.withLock { if picture.kind == .exact || picture.kind == .substitute { $0 = picture } }
        }
        defer { leave(number) }
        guard let picture = found.wait(milliseconds: milliseconds, for: { $0 }) else {
            throw StudioError(.failed, "frame \(look.frame) of \(clip.name) cannot be shown")
        }
        viewer(of: clip).play(at: look)
        guard picture.kind == .exact else {
            throw StudioError(.unreadable, "frame \(look.frame) of \(clip.name) cannot be decoded")
        }
        return picture
    }

    /// Says that somebody looks no more.
    public func leave(_ viewer: Int) {
        let all = viewers.withLock { Array($0.all.values) }
        for clip in all { clip.leave(viewer) }
    }

    func close() {
        let all = viewers.withLock { viewers in
            defer { viewers = Viewers() }
            return Array(viewers.all.values)
        }
        for clip in all { clip.close() }
    }

    private func viewer(of clip: OpenedClip) -> ClipViewer {
        let (viewer, resting) = viewers.withLock { viewers -> (ClipViewer, ClipViewer?) in
            let viewer = viewers.all[clip.id] ?? ClipViewer(clip, cache)
            viewers.all[clip.id] = viewer
            if viewers.order.first == clip.id { return (viewer, nil) }
            viewers.order.removeAll { $0 == clip.id }
            viewers.order.insert(clip.id, at: 0)
            let oldest = viewers.order.count > Self.mostDecoders ? viewers.order.removeLast() : nil
            return (viewer, oldest.flatMap { viewers.all[$0] })
        }
        resting?.rest()
        return viewer
    }
}
