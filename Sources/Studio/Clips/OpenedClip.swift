internal import Composition
public import Export
public import MediaTime
internal import PathNames
internal import Pipeline
internal import Synchronization

/// A clip that a session has opened: what its headers say, and its frames as they become known.
public final class OpenedClip: Sendable {
    /// The session's number for it.
    public let id: Int
    /// What its headers say.
    public let media: MediaDescription
    /// The track that is shown; `nil` where there is none that can be.
    public let video: MediaTrack?
    /// The track that is heard; `nil` where there is none that can be.
    public let audio: MediaTrack?
    /// How loud the track that is heard is; `nil` where there is none.
    public let waveform: Waveform?
    /// The frames of the video. Empty, and complete, where there is none.
    public let index = FrameIndex()

    private let isClosed = Atomic(false)

    /// A marker of the file.
    public struct Marker: Hashable, Sendable {
        /// Asset time.
        public let time: RationalTime
        /// What it says; empty where it says nothing.
        public let title: String
    }

    /// Opens a file, and begins to read its frames. `captureRate` is that of numbered images.
    ///
    /// - Throws: ``StudioError`` where nothing of it can be shown or heard, with the true reason.
    init(id: Int, path: String, captureRate: FrameRate? = nil) throws(StudioError) {
        self.id = id
        do { media = try MediaDescription(ofFile: path, captureRate: captureRate) } catch {
            throw StudioError(.unreadable, error.message)
        }
        if let emptiness = media.emptiness { throw StudioError(.unreadable, emptiness) }
        let shown = media.mainVideo
        video = shown.flatMap { $0.obstacle == nil ? $0 : nil }
        audio = media.tracks.first {
            $0.kind == .audio && $0.obstacle == nil && $0.audio.map { $0.sampleRate > 0 } ?? false
        }
        waveform = audio.flatMap { [media] track in
            track.audio.map { Waveform(media, track, sampleRate: $0.sampleRate) }
        }
        if video == nil, audio == nil {
            let reason = media.tracks.compactMap(\.obstacle).first.map { ": \($0)" } ?? ": its sample rate is not known"
            throw StudioError(.unreadable, "nothing of \(path) can be decoded\(reason)")
        }
    }

    /// Reads all frames, on a thread of its own.
    ///
    /// - Parameters:
    ///   - onGrowth: is called each time that more frames are known, and when all are.
    ///   - onEnd: is called when all are known.
    func startReading(onGrowth: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void) {
        guard let video else { return index.finish(nil) }
        do {
            try DetachedThread.start { [self] in
                index.read(media, video, isCancelled: { isClosed.load(ordering: .relaxed) }, onGrowth: onGrowth)
                onGrowth()
                onEnd()
            }
        } catch {
            index.finish("\(error)")
        }
    }

    func close() {
        isClosed.store(true, ordering: .relaxed)
        waveform?.close()
    }

    /// The name of the file, without its folder.
    public var name: String { PathName.last(of: media.path) }

    /// The size of its frames as people see them, in pixels.
    public var size: (width: Int, height: Int) { video?.video?.seenSize ?? (0, 0) }

    /// How long it is presented, as far as that is known (asset time).
    public var duration: RationalTime { max(media.asset.duration, index.end) }

    /// When its video begins (asset time).
    public var start: RationalTime { index.start(of: 0) ?? video?.range?.start ?? .zero }

    /// How many frames it has: counted, or while they are being counted what the container says, or its duration and its rate.
    public var frameCount: Int {
        if index.isComplete { return index.count }
        let expected =
            video?.frameCount.map { Int(clamping: $0) } ?? Int(exactly: (duration.seconds * meanRate).rounded())
        return max(index.count, expected ?? 0)
    }

    /// The rate of its frames where that is constant: measured, or while they are being read what the file claims. `nil` where they last for
    /// different times, and where there are none.
    public var constantRate: FrameRate? {
        guard index.isComplete, index.count > 1 else {
            return video?.video.flatMap { $0.claimsConstantRate ? $0.claimedFrameRate : nil }
        }
        let timing = index.timing
        return timing.constantRate ?? timing.roundedRate
    }

    /// Frames a second, on average; 0 where there are none.
    public var meanRate: Double {
        let measured = index.isComplete ? index.timing.averageRate : nil
        return measured ?? video?.video?.claimedFrameRate?.approximation ?? 0
    }

    /// The markers of the file: its chapters.
    public var markers: [Marker] {
        media.chapters.map { Marker(time: $0.range.start, title: $0.title ?? "") }
    }

    /// What should be known of it.
    public var warnings: [String] {
        var warnings: [String] = []
        if let truncation = media.truncation { warnings.append("\(truncation)") }
        for track in media.tracks where track.kind == .video || track.kind == .audio {
            if let obstacle = track.obstacle {
                warnings.append("track \(track.index) (\(track.codecLabel)) cannot be shown: \(obstacle)")
            }
        }
        if let failure = index.failure { warnings.append("not all frames were found: \(failure)") }
        return warnings
    }
}
