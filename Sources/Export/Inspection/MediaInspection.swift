internal import Composition
internal import FFmpeg
public import MediaTime

/// What a file holds, found by reading it.
public struct MediaInspection: Sendable {
    /// How much is done to find out.
    public enum Effort: String, Sendable {
        /// Every timestamp is read, and nothing decoded. Only damage that the container shows is found.
        case timestamps
        /// All video and audio is decoded, too, to find damage; not what cannot be decoded, such as what is encrypted.
        case decoding
    }

    /// What its headers say.
    public let media: MediaDescription
    /// How the frames of each track follow one another, by the track's index.
    public let timings: [Int: FrameTiming]
    /// The places where it could not be read; of many the first 50.
    public let damage: [Damage]
    /// The number of all damaged places.
    public let damageCount: Int
    /// What is wrong as far as the timestamps and the container show it.
    public private(set) var findings: [Finding]
    /// How much was done.
    public let effort: Effort

    /// How long the file is presented, from asset time zero to the end of the track that ends last: video as it was measured,
    /// all else as the headers say.
    public var duration: RationalTime {
        media.asset.tracks.map { timings[$0.index]?.end ?? $0.range.end }.max() ?? .zero
    }

    /// Reads every timestamp of a file, and more where that is asked for. `captureRate` is that of numbered images
    /// (``MediaDescription/init(ofFile:captureRate:)``). `onProgress` gets the part of the decoding that is
    /// done, between 0 and 1.
    ///
    /// - Throws: ``ExportError``: `.inputMissing`, `.inputNotPermitted`, `.inputUnreadable`.
    /// - Complexity: O(size of the file).
    public init(
        ofFile path: String,
        captureRate: FrameRate? = nil,
        effort: Effort = .timestamps,
        onProgress: (Double) -> Void = { _ in }
    ) throws(ExportError) {
        let media = try MediaDescription(ofFile: path, captureRate: captureRate).statingFieldOrder()
        let damage = DamageLog()
        var timings: [Int: FrameTiming] = [:]
        var findings = Finding.ofTimes(in: media)
        do {
            for track in media.tracks where track.kind == .video {
                var timing = FrameTiming()
                var scan = try FrameTimingScan(media, track: track, examining: true)
                try scan.run { frame in timing.add(frame.timestamp, lasting: frame.duration) }
                timing.addHidden(scan.hidden + scan.unlisted)
                timing.addUntimed(scan.untimed)
                timings[track.index] = timing
                findings += Self.findings(scan, ofTrack: track.index)
            }
            let decoded = media.tracks.filter { track in
                effort == .decoding && (track.kind == .video || track.kind == .audio)
                    && !(track.obstacle?.hindersDecoding ?? false)
            }
            for (index, track) in decoded.enumerated() {
                try Self.decode(track, of: media, damage) { fraction in
                    onProgress((Double(index) + fraction) / Double(decoded.count))
                }
            }
        } catch {
            throw ExportError(whileReading: path, error)
        }
        self.media = media
        self.timings = timings
        self.damage = damage.entries
        damageCount = damage.count
        self.effort = effort
        self.findings = findings
        if let finding = Finding(stated: media.asset.duration, found: duration) { self.findings.append(finding) }
    }

    private static func findings(_ scan: borrowing FrameTimingScan, ofTrack index: Int) -> [Finding] {
        var findings = Finding(scan.keyFrames, ofTrack: index).map { [$0] } ?? []
        if let change = scan.formatChange { findings.append(Finding(trackIndex: index, kind: .changesFormat(change))) }
        let found = scan.keyFrames.packets
        if let listed = scan.indexed, listed > found {
            findings.append(Finding(trackIndex: index, kind: .lacksFrames(listed: listed, found: found)))
        }
        return findings
    }

    private static func decode(
        _ track: MediaTrack,
        of media: MediaDescription,
        _ damage: DamageLog,
        _ onProgress: (Double) -> Void
    ) throws {
        let reader = try TrackReader(media, track: track)
        var frames: DecodedFrames
        do {
            frames = try DecodedFrames.open(reader, effort: .verification, damage: damage)
        } catch {
            damage.add(Damage(trackIndex: track.index, time: nil, message: error.description))
            return
        }
        let duration = track.range?.duration.seconds ?? 0
        var count: Int64 = 0
        func note(_ instant: RationalTime?) {
            count += 1
            if duration > 0, let instant { onProgress(min(1, instant.seconds / duration)) }
        }
        if track.kind == .video {
            // As frames are exported: those whose times go back are damage.
            var timed = TimedFrames(frames)
            while let frame = try timed.next() { note(frame.start) }
        } else {
            while let frame = try frames.next() { note(frames.instant(of: frame)) }
        }
        if count == 0 {
            damage.add(Damage(trackIndex: track.index, time: nil, message: "nothing of it can be decoded"))
        }
    }
}
