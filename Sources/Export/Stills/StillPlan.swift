internal import FFmpeg
public import MediaTime

/// Which frames of a clip become stills, found in its timestamps.
public struct StillPlan: Sendable {
    /// The clip.
    public let media: MediaDescription
    /// The track that the frames are of.
    public let track: MediaTrack
    /// The frames in the order in which they are shown, each once.
    public let stills: [Still]
    /// How many frames the track shows.
    public let frameCount: Int64
    /// When the first frame is shown, and until when the last one is (source time).
    public let range: TimeRange
    /// The range that was asked for; `nil` for all of the clip.
    private let asked: TimeRangeExpression?

    /// Chooses frames of a clip's first video track. Every timestamp is read, and nothing decoded.
    ///
    /// - Throws: ``ExportError``: `.nothingToExport` where there is no video, or none that can be decoded, `.settings` for
    ///   what the clip does not show, with its true length, and for times that are relative to an anchor, and others where the file
    ///   cannot be read.
    /// - Complexity: O(size of the file).
    public init(_ selection: StillSelection, of media: MediaDescription) throws(ExportError) {
        if let time = selection.anchored {
            throw ExportError(.settings, "'\(time)' is relative to an anchor, and stills have none")
        }
        guard let track = media.mainVideo else {
            throw ExportError(.nothingToExport, "\(media.path) has no video")
        }
        if let obstacle = track.obstacle {
            if obstacle == .hidden {
                throw ExportError(.nothingToExport, "the video of \(media.path) shows no frame: \(obstacle)")
            }
            if case .oneInstant = obstacle {
                throw ExportError(.inputUnreadable, "frames of \(media.path) cannot be told apart: \(obstacle)")
            }
            let code: ExportError.Code = obstacle == .encrypted ? .encrypted : .unsupported
            throw ExportError(code, "the video of \(media.path) cannot be decoded: \(obstacle)")
        }
        self.media = media
        self.track = track
        asked = selection.range
        do {
            if case .spread(let count) = selection {
                guard count > 0 else { throw ExportError(.settings, "no still is asked for") }
                guard count <= Self.mostSpread else {
                    throw ExportError(.settings, "at most \(Self.mostSpread) stills are spread over a clip")
                }
                let all = try Self.choose(StillChooser(each: []), media, track)
                // In the middle of each part.
                let instants = try (0..<Int64(count)).map { number in
                    try TimeExpression.time(
                        all.range.start + all.range.duration.scaled(by: 2 * number + 1, over: 2 * Int64(count))
                    )
                }
                (stills, frameCount, range) = try Self.choose(StillChooser(each: instants), media, track)
            } else {
                (stills, frameCount, range) = try Self.choose(Self.chooser(of: selection), media, track)
            }
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
        if stills.isEmpty {
            throw ExportError(.settings, "no frame of \(media.path) is shown then: \(length)")
        }
    }

    /// So many frames are still told apart on a sheet of any size.
    private static let mostSpread = 1 << 20

    private static func chooser(of selection: StillSelection) throws(ExportError) -> StillChooser {
        switch selection {
        case .each(let times): return StillChooser(each: times)
        case .all(let range): return StillChooser(every: .frame(1), in: range)
        case .every(let interval, let range):
            let isLonger =
                switch interval {
                case .frame(let count): count > 0
                case .time(let duration): duration > .zero
                case .anchor: true
                }
            guard isLonger else { throw ExportError(.settings, "an interval between stills is longer than zero") }
            return StillChooser(every: interval, in: range)
        case .spread: return StillChooser(each: [])
        }
    }

    private static func choose(
        _ chooser: StillChooser,
        _ media: MediaDescription,
        _ track: MediaTrack
    ) throws -> (stills: [Still], frameCount: Int64, range: TimeRange) {
        var chooser = chooser
        var count: Int64 = 0
        /// The frame whose end is not known yet, with its number.
        var pending: (number: Int64, frame: PresentationOrder.Frame)?
        var first = RationalTime.zero
        var scan = try FrameTimingScan(media, track: track)
        try scan.run { frame in
            defer { count += 1 }
            if let (number, shown) = pending {
                // Of frames with one timestamp the first is shown, here as in exports.
                if frame.timestamp <= shown.timestamp { return }
                try chooser.add(
                    number,
                    presentedAt: shown.timestamp,
                    from: shown.typed,
                    until: frame.typed,
                    isLast: false,
                    isKey: shown.isKey
                )
            } else {
                first = frame.timestamp
            }
            pending = (count, frame)
        }
        guard let (number, last) = pending else {
            throw ExportError(.nothingToExport, media.emptiness ?? "the video of \(media.path) shows no frame")
        }
        let end = try last.timestamp + last.duration
        try chooser.add(
            number,
            presentedAt: last.timestamp,
            from: last.typed,
            until: end,
            isLast: true,
            isKey: last.isKey
        )
        let range = try TimeRange(start: first, end: end)
        let length = Self.length(frameCount: count, range)
        if let hidden = chooser.hidden ?? chooser.rest.number.flatMap({ $0 < count ? $0 : nil }) {
            let reason = "it has the timestamp of the one before"
            throw ExportError(.settings, "frame \(hidden) of \(media.path) is never shown: \(reason)")
        }
        if let early = chooser.early {
            throw ExportError(.settings, "\(media.path) shows no frame yet at \(early.clock): \(length)")
        }
        func behindEnd(_ refusal: String) -> ExportError {
            let lastFrame = count == 1 ? "" : ", the last one (\(number)f) from \(last.timestamp.clock) on"
            return ExportError(.settings, "\(media.path) \(refusal): \(length)\(lastFrame)")
        }
        if let late = chooser.rest.number {
            throw behindEnd("has no frame \(late)")
        }
        if let late = chooser.rest.instant {
            throw behindEnd("shows no frame any more at \(late.clock)")
        }
        return (chooser.stills, count, range)
    }

    private var length: String { Self.length(frameCount: frameCount, range) }

    private static func length(frameCount: Int64, _ range: TimeRange) -> String {
        let start = range.start == .zero ? "" : "from \(range.start.clock) "
        let frames = frameCount == 1 ? "its only frame is" : "its \(frameCount) frames are"
        return "\(frames) shown \(start)until \(range.end.clock)"
    }
}

extension StillPlan {
    /// Whether a part ends later than the clip.
    private func goesBeyondEnd(_ part: TimeRangeExpression) -> Bool {
        switch part.end {
        case .time(let time): time > range.end
        case .frame(let number): number > frameCount
        case .anchor, nil: false
        }
    }

    /// What should be known of stills of this clip in a format, for people.
    public func warnings(for format: StillFormat) -> [String] {
        let colour = track.video?.colour
        var warnings = media.imageWarnings
        if let asked, goesBeyondEnd(asked) {
            warnings.append("the part \(asked) ends with \(media.path), at \(range.end.clock)")
        }
        let needs = ColourNeeds(primaries: colour?.primaries, transfer: colour?.transfer)
        if needs.isHDR, format.statesColours {
            warnings.append(
                "the clip is HDR: its values are kept, and each file says so; not every program shows it right"
            )
        } else if needs.areSpecial, !format.statesColours {
            let what = needs.isHDR ? "is HDR" : "has colours beyond sRGB"
            warnings.append("the clip \(what), which a \(format.rawValue) file cannot say: it looks pale; png says it")
        }
        if let video = track.video, colour?.matrix == nil, video.pixelFormat.hasPrefix("yuv"), video.height >= 720 {
            warnings.append(
                "the clip does not say how its colours are coded: BT.601 is taken; many players take BT.709"
            )
        }
        if let profile = media.streams[track.index].sideData.lazy.compactMap(\.lonelyDolbyVision).first {
            warnings.append(
                "the clip is Dolby Vision of profile \(profile), whose colours are right with its own data only: they are wrong in "
                    + "stills"
            )
        }
        if track.video?.hasAlphaBeside ?? false {
            warnings.append(
                "the clip may be transparent (\(track.codec) with alpha beside its frames), and stills of it are not"
            )
        }
        if media.streams[track.index].parameters.isInterlaced {
            warnings.append("the clip is interlaced: each still shows two instants, row by row")
        }
        return warnings
    }
}
