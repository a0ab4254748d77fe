internal import Pipeline
internal import Synchronization

/// Shows frames of a session's clips to all who look at them. Pictures are kept, up to so many bytes for all clips together.
public final class FrameServer: Sendable {
    private let cache: PictureCache
    private let viewers = Mutex(Viewers())

    private struct Viewers {
        var all: [Int: ClipViewer] = [:]
        /// The clips that have a decoder, the one that was looked at last first.
        var order: [Int] = []

        /// Takes a clip to the front. Those whose decoders are to be closed.
        mutating func moveToFront(_ id: Int) -> [ClipViewer] {
            order.removeAll { $0 == id }
            order.insert(id, at: 0)
            var pixels = 0
            let end =
                order.firstIndex(where: { id in
                    let size = all[id]?.clip.size ?? (width: 0, height: 0)
                    pixels += max(size.width * size.height, FrameServer.leastPixels)
                    return pixels > FrameServer.mostPixels
                }) ?? order.endIndex
            // Two clips are looked at together.
            let rest = order.dropFirst(max(2, end))
            defer { order.removeSubrange(rest.indices) }
            return rest.compactMap { all[$0] }
        }
    }

    /// Decoders for frames of so many pixels in all are open at once: each takes the memory of some twenty frames, and of some
    /// threads, which is why small frames count for more than they have.
    private static let (mostPixels, leastPixels) = (3 * 1920 * 1088, 1280 * 720)
    private let numbers = Atomic(0)

    /// Pictures of all clips, in bytes: a group of 250 frames is some 40 MB at 1280 pixels.
    public static let usualCapacity = 160 << 20

    init(capacity: Int = usualCapacity) { cache = PictureCache(capacity: capacity) }

    /// How many bytes of pictures are kept.
    public var bytes: Int { cache.bytes }

    /// A number for somebody who looks.
    public func newViewer() -> Int { numbers.add(1, ordering: .relaxed).newValue }

    /// Shows a frame to a viewer, in place of what it looked at before. Pictures are delivered on any thread, the wanted one
    /// first where it is at hand; else something near comes first. Whoever takes them must not wait.
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

    /// Shows frames whose instants were not known when they were asked for.
    func moreIsKnown(of clip: OpenedClip) { viewers.withLock { $0.all[clip.id] }?.moreIsKnown() }

    /// Ends all work for a clip that was closed, and forgets its pictures.
    func forget(_ clip: OpenedClip) {
        let viewer = viewers.withLock { viewers in
            viewers.order.removeAll { $0 == clip.id }
            return viewers.all.removeValue(forKey: clip.id)
        }
        viewer?.close()
        cache.removeAll(ofClip: clip.id)
    }

    func close() {
        let all = viewers.withLock { viewers in
            defer { viewers = Viewers() }
            return Array(viewers.all.values)
        }
        for clip in all { clip.close() }
    }

    private func viewer(of clip: OpenedClip) -> ClipViewer {
        let (viewer, resting) = viewers.withLock { viewers -> (ClipViewer, [ClipViewer]) in
            let viewer = viewers.all[clip.id] ?? ClipViewer(clip, cache)
            viewers.all[clip.id] = viewer
            return (viewer, viewers.order.first == clip.id ? [] : viewers.moveToFront(clip.id))
        }
        for viewer in resting { viewer.rest() }
        return viewer
    }
}
