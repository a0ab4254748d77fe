internal import Files
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime

/// Holds what is found in a finished file's index against what was planned.
struct OutputCheck {
    /// The tracks that must be there, in the order of the file. Only video and audio are compared.
    let expected: [ExpectedTrack]
    let container: Container
    /// The finished file, open for reading, and where libav opens it.
    let descriptor: Int32
    let readingPath: String

    /// What differs, in words; `nil` where nothing does.
    ///
    /// - Throws: `FileError` and `FFmpegError` where the file cannot be read.
    func difference() throws -> String? {
        guard let found = try tracks()?.filter({ $0.packets != 0 }) else { return "it has no index that can be read" }
        let expected = expected.filter(\.isPresent)
        guard expected.map(\.plan.source.kind) == found.map(\.kind) else {
            return "it has \(found.count) tracks of video and audio, and \(expected.count) were planned"
        }
        // Without an edit list nothing can begin before zero: then all tracks begin later by the same time.
        let canShift = !container.traits.hasEditLists
        var displacement: RationalTime?
        for (expected, found) in zip(expected, found) {
            let holdsFirst = found.kind == .video && container.traits.timing == .constantFrameRate
            let comparison = TrackComparison(
                expected: expected,
                found: found,
                canShift: canShift && !holdsFirst,
                holdsFirst: holdsFirst
            )
            if let difference = try comparison.difference ?? keyFrameDifference(expected, found) {
                return "\(expected.name) \(difference)"
            }
            guard canShift, let own = try comparison.displacement else { continue }
            if let displacement, try !comparison.isInStep(with: displacement) {
                let late = Self.milliseconds(try own - displacement)
                return "\(expected.name) is \(late) ms later beside the other tracks than was planned"
            }
            displacement = displacement ?? own
        }
        return nil
    }

    private static func milliseconds(_ time: RationalTime) -> Double { (time.seconds * 1e6).rounded() / 1e3 }

    private func tracks() throws -> [OutputTrack]? {
        switch container {
        case .mp4, .m4a, .mov: try MovieOutput(descriptor: descriptor).tracks()
        case .mkv, .mka, .webm: try MatroskaOutput(descriptor: descriptor).tracks()
        case .wav, .flac, .ogg, .opus, .avi: try DemuxedOutput(path: readingPath).tracks()
        case .webp: try image(MovingWebP(descriptor: descriptor).tracks())
        case .gif: try image(DemuxedOutput(path: readingPath).tracks())
        // A single frame has no index of a movie.
        case .avif:
            try image(MovieOutput(descriptor: descriptor).tracks() ?? DemuxedOutput(path: readingPath).tracks())
        }
    }

    /// The track of an image. Where it has a single frame, it stands still, and nothing says how long.
    private func image(_ tracks: [OutputTrack]?) -> [OutputTrack]? {
        tracks?.map { track in
            var track = track
            if track.packets == 1 { track.end = nil }
            return track
        }
    }

    /// So many key frames are looked at. Where there are more, they are spread over the track.
    private static let examined = 1024
    /// In front of a frame's own data are parameter sets and supplemental information: that is hardly ever more, in bytes.
    private static let headSize: UInt64 = 4096

    /// Whether what is marked as a key frame is one, by its units.
    private func keyFrameDifference(_ expected: ExpectedTrack, _ found: OutputTrack) throws -> String? {
        let marked = expected.presentation.copied
        guard expected.knowsInstants, let syntax = expected.syntax, marked.keyFrames > 0, !found.keyFrames.isEmpty
        else {
            return nil
        }
        if found.keyFrames.count != Int(marked.keyFrames) {
            return "has \(found.keyFrames.count) key frames in its index, and \(marked.keyFrames) were copied"
        }
        // Where the source's own marks are wrong, so are the copy's.
        guard marked.falseKeyFrames == 0 else { return nil }
        let step = (found.keyFrames.count + Self.examined - 1) / Self.examined
        for index in stride(from: 0, to: found.keyFrames.count, by: max(1, step)) {
            let place = found.keyFrames[index]
            let count = Int(min(place.upperBound - place.lowerBound, Self.headSize))
            let head = try FileBytes.read(descriptor, at: place.lowerBound, count: count)
            if syntax.canBeginDecoding(head.span) == false {
                return "has a frame that is marked as a key frame and is none (number \(index + 1) of those marked)"
            }
        }
        return nil
    }
}
