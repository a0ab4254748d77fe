internal import MediaTime
internal import Synchronization

/// Small pictures of key frames, for a strip. Each clip has a decoder for them, of which few are open at a time.
final class Thumbnails: Sendable {
    fileprivate struct State: ~Copyable {
        /// By clip; the one that was used last is the last.
        var sources: [Source] = []
        var pictures: [Key: Picture] = [:]
        var order: [Key] = []
    }

    fileprivate struct Key: Hashable {
        let clip: Int
        let frame: Int
        let height: Int
    }

    /// A class, because decoders are not copied.
    fileprivate final class Source {
        let clip: Int
        var cursor: FrameCursor

        init(_ clip: OpenedClip) throws {
            let cursor = try FrameCursor.open(clip)
            self.cursor = cursor
            self.clip = clip.id
        }
    }

    fileprivate static let mostSources = 2
    /// Of some 5 kB each.
    fileprivate static let mostPictures = 4000

    private let state = Mutex(State())

    /// The picture of the key frame at or before an instant (asset time, in seconds).
    ///
    /// - Throws: ``StudioError`` where there is none.
    func picture(of clip: OpenedClip, at seconds: Double, height: Int) throws(StudioError) -> Picture {
        let height = min(max(height, 16), 400)
        let seconds = min(max(seconds.isFinite ? seconds : 0, 0), max(0, clip.duration.seconds))
        let instant = RationalTime(Int64((seconds * 1_000_000).rounded()), 1_000_000)
        let known = clip.index.number(at: instant).map { clip.index.key(before: $0) }
        do {
            return try state.withLock { state in
                if let known, let picture = state.pictures[Key(clip: clip.id, frame: known, height: height)] {
                    return picture
                }
                let picture = try state.decode(clip, known.flatMap { clip.index.start(of: $0) } ?? instant, height)
                state.keep(picture, Key(clip: clip.id, frame: known ?? picture.frame, height: height))
                return picture
            }
        } catch let error as StudioError {
            throw error
        } catch {
            throw StudioError(.unreadable, "\(error)")
        }
    }
}

extension Thumbnails.State {
    fileprivate mutating func decode(_ clip: OpenedClip, _ instant: RationalTime, _ height: Int) throws -> Picture {
        let source: Thumbnails.Source
        if let place = sources.firstIndex(where: { $0.clip == clip.id }) {
            source = sources.remove(at: place)
        } else {
            source = try Thumbnails.Source(clip)
            if sources.count == Thumbnails.mostSources { sources.removeFirst() }
        }
        sources.append(source)
        try source.cursor.seek(to: instant)
        guard let shown = try source.cursor.next() else {
            throw StudioError(.unreadable, "no frame of \(clip.name) can be decoded there")
        }
        let width = max(2, clip.size.width * height / max(1, clip.size.height))
        let jpeg = try source.cursor.picture(of: shown.frame, width: width)
        return Picture(clip: clip.id, frame: shown.number, kind: .near, width: width, jpeg: jpeg)
    }

    fileprivate mutating func keep(_ picture: Picture, _ key: Thumbnails.Key) {
        if pictures.updateValue(picture, forKey: key) == nil { order.append(key) }
        while order.count > Thumbnails.mostPictures { pictures[order.removeFirst()] = nil }
    }
}
