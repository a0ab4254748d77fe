internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
public import MediaTime

extension MediaDescription {
    /// Reads a file's headers. Where they do not say how long the tracks are, it reads all packets, too, without decoding them.
    ///
    /// A path may also be a pattern of numbered images, `frames/shot_%05d.tif`, or a folder that holds images of one pattern: each is a
    /// frame, and its number says when it is presented, at the capture rate. A number without an image shows the one before it for longer.
    ///
    /// - Parameters:
    ///   - path: The file, the pattern or the folder. A file that is there is never taken for a pattern.
    ///   - captureRate: How many images a second were taken; 25 unless given (``assumedRate``). Of no effect on a file.
    /// - Complexity: O(size of the file) where the container states no lengths (MPEG-TS, MP3, live recordings, fragments), and O(number of
    ///   packets) for Matroska with video whose rate no number of milliseconds can express. Of numbered images the folder is listed, and one
    ///   is read.
    /// - Throws: ``ExportError``: `.inputMissing`, `.inputNotPermitted`, `.inputUnreadable` where it is no media file.
    public init(ofFile path: String, captureRate: FrameRate? = nil) throws(ExportError) {
        let images = try NumberedImages.found(at: path, rate: captureRate ?? Self.usualImageRate)
        let file = images.map { $0.path(of: $0.first) } ?? path
        try InputFile.check(file)
        let stamp = InputStamp(file)
        do {
            var demuxer = try Demuxer(path: images?.pattern ?? path, images: images)
            let fragments = demuxer.fragments()
            self.init(demuxer, fragments)
            self.images = images
            assumedRate = images != nil && captureRate == nil ? Self.usualImageRate : nil
            if let restarts = demuxer.clockRestarts(fragments) {
                let continuous = try Demuxer(path: path, restarts: restarts)
                self = MediaDescription(continuous, fragments)
                self.restarts = restarts
                // A movie is still sought in.
                if restarts.isOfFragments { demuxer = continuous }
            }
            if surveyed == nil { try leaveOutLeadingFrames(demuxer) }
            try restoreGrids(demuxer)
            if surveyed == nil {
                try includeLastFrames(demuxer)
                refuseEqualTimes(in: demuxer)
            }
            includeLastSamples(demuxer)
            doubtTimestamps()
            self.stamp = stamp
        } catch {
            throw ExportError(reading: file, error)
        }
    }

    /// As libavformat has it.
    private static let usualImageRate = FrameRate(25)

    /// Opens the clip again, for one of those who read it.
    func demuxer(analysing: Bool = true) throws(FFmpegError) -> Demuxer {
        try Demuxer(path: path, analysing: analysing, restarts: restarts, images: images)
    }

    /// Leaves out video whose timestamps lie farther apart than a file of such a length can hold: at a constant rate it would be
    /// shown for years. And PCM of CAF, which states how many samples a packet holds, though of PCM it is one, and libavformat
    /// believes it: a file has no time without samples. One that is cut short has some of those that it states.
    private mutating func doubtTimestamps() {
        guard let size, size > 0 else { return }
        for index in tracks.indices where tracks[index].obstacle?.isOfFrames ?? true {
            guard let seconds = tracks[index].range?.duration.seconds else { continue }
            let (size, source) = (UInt64(size), "its timestamps say")
            if tracks[index].kind == .video {
                let doubt = ContainerFacts.obstacle(
                    lasting: seconds,
                    in: size,
                    by: source,
                    // A stream of MPEG states its clock at least every 0.7 s, in 12 bytes or more.
                    longestByte: ["mpeg", "mpegts"].contains(format) ? 0.1 : ContainerFacts.longestByte
                )
                tracks[index].obstacle = doubt ?? tracks[index].obstacle
            } else if format == "caf", let bytes = streams[tracks[index].index].parameters.bytesPerSecond, bytes > 0 {
                tracks[index].obstacle = ContainerFacts.obstacle(
                    lasting: seconds,
                    in: size,
                    by: source,
                    longestByte: 100 / Double(bytes)
                )
            }
        }
    }

    /// What an open file says, and its `fragments`, where it is a movie that has some.
    init(_ demuxer: borrowing Demuxer, _ fragments: MovieFragments? = nil) {
        let streams = demuxer.streams
        let origin = Self.origin(of: streams)
        let format = demuxer.formatName
        let duration = demuxer.durationMicroseconds.map { RationalTime($0, 1_000_000) }
        let facts = ContainerFacts(path: demuxer.path, format: format, streams: streams)
        let listed = ListedChapters(facts.listedChapters, end: duration).insteadOfMixed(demuxer.chapters)
        let chapters = UnorderedChapters(facts.chapterElements, end: duration)
            .insteadOfFewer(listed)
            .compactMap { Chapter($0, origin: origin) }
        let survey = TrackSurvey.all(
            in: demuxer,
            isCutShort: facts.truncation != nil,
            isChained: facts.isChained
        )
        let surveys = survey?.tracks
        // Of what comes now and then, the beginning and the end of a file hold little.
        let isWhole = survey?.part == .whole
        self.init(
            path: demuxer.path,
            format: format,
            tracks: streams.map { stream in
                var track = MediaTrack(
                    stream,
                    container: format,
                    origin: origin,
                    fileDuration: duration,
                    understated: facts.understated[stream.index],
                    title: facts.titles[stream.index],
                    survey: isWhole || [.video, .audio].contains(stream.kind) ? surveys?[stream.index] : nil
                )
                if let survey = surveys?[stream.index], facts.truncation == nil,
                    let step = UInt32(exactly: stream.id).flatMap({ fragments?.lastDurations[$0] })
                {
                    track.holdLastFrame(survey, lasting: step, on: stream.timeBase, origin: origin)
                }
                track.take(facts.movieTracks[stream.index])
                track.isDisabled = facts.disabled.contains(stream.index)
                track.obstacle = facts.obstacles[stream.index]
                track.passedOver = facts.passedOver[stream.index] ?? []
                // Each link of a chain has headers of its own.
                track.changesCoding =
                    facts.changing.contains(stream.index) || surveys?[stream.index].changesHeaders ?? false
                    || facts.isChained && track.kind.isTimed
                track.formatChange = surveys?[stream.index].formatChange
                // libavformat counts all packets at the first one's rate.
                if track.changesCoding, !track.storesAudioTimes, let range = track.range,
                    let duration = surveys?[stream.index].statedDuration
                {
                    track.range = try? TimeRange(start: range.start, duration: duration)
                }
                if let end = facts.ends[stream.index] { track.range = track.range?.ending(by: end, from: origin) }
                if track.kind == .video { track.hidden = demuxer.hiddenPackets(ofStream: stream.index) }
                track.beginsWithPadding = demuxer.beginsWithPadding(ofStream: stream.index)
                if let samples = facts.presentSamples, let audio = track.audio, let range = track.range {
                    track.range = range.cut(to: samples, sampleRate: audio.sampleRate)
                }
                return track
            },
            chapters: format.hasPrefix("mov") ? ContinuousChapters.withoutGaps(chapters) : chapters,
            metadata: facts.metadata(besides: demuxer.metadata.map(MetadataItem.init)),
            origin: origin,
            size: demuxer.fileSize,
            streams: streams,
            storesDecodingTimes: demuxer.storesDecodingTimes
        )
        truncation = facts.truncation
        passedOver = facts.passedOverOfFile
        isChained = facts.isChained
        (cameraData, hasXMP, hasTimesInXMP) = (facts.cameraData, facts.hasXMP, facts.hasTimesInXMP)
        (editEnds, mediaEnds) = (facts.ends, facts.mediaEnds)
        stateTimecodes(facts.timecodes)
        numbers = facts.numbers(as: metadata)
        isBareStream = demuxer.isBareStream
        misplacesFrames = demuxer.misplacesPresentationTimes
        lacksTimes = demuxer.hasFilledTimes
        isSeekable = !lacksTimes && demuxer.timesPacketsAlike
        surveyed = survey?.part
        for (index, track) in tracks.enumerated() where track.kind == .video && track.obstacle == nil {
            guard !isBareStream, !lacksTimes, let survey = surveys?[track.index] else { continue }
            if survey.count > 1, let first = survey.first, first == survey.last {
                tracks[index].obstacle = .oneInstant(frames: survey.count)
            }
        }
        for (index, track) in tracks.enumerated() where track.kind == .audio && track.obstacle == nil {
            guard isWhole, track.storesAudioTimes, let survey = surveys?[track.index], survey.count > 0,
                survey.first == nil
            else { continue }
            tracks[index].obstacle = .noInstants
        }
        guard isBareStream else { return }
        // Where nothing states times, libavformat may count frames in ticks.
        for index in tracks.indices where tracks[index].isSqueezed(surveys?[index].count ?? 0) {
            tracks[index].range = nil
        }
    }

    /// Frames of which all are decoded at the same instant, by the container's index, cannot be told apart in time. libavformat also lists
    /// them so where an edit list hides all of them: that is to be known already.
    private mutating func refuseEqualTimes(in demuxer: borrowing Demuxer) {
        guard demuxer.storesDecodingTimes else { return }
        for index in tracks.indices where tracks[index].kind == .video && tracks[index].obstacle == nil {
            guard let summary = demuxer.indexSummary(ofStream: tracks[index].index), summary.count > 1,
                summary.step == 0
            else { continue }
            tracks[index].obstacle = .oneInstant(frames: summary.count)
        }
    }

    /// When the first frame or sample is presented, on the file's own clock.
    static func origin(of streams: [StreamInfo]) -> RationalTime {
        streams
            .filter { ($0.kind == .video && !$0.isStill) || $0.kind == .audio }
            .compactMap { stream in stream.startTime.flatMap { stream.timeBase.time($0) } }
            .min() ?? .zero
    }
}

extension MediaTrack {
    init(
        _ stream: StreamInfo,
        container: String,
        origin: RationalTime,
        fileDuration: RationalTime?,
        understated: RationalTime?,
        title: String?,
        survey: TrackSurvey?
    ) {
        let parameters = stream.parameters
        index = stream.index
        kind = Kind(stream)
        codec = parameters.codecName
        profile = parameters.profileName
        fourCC = parameters.fourCC
        self.container = container
        language = stream.metadata("language").flatMap { $0 == "und" ? nil : $0 }
        timescale = stream.timeBase.denominator
        tickNumerator = stream.timeBase.numerator
        frameCount = stream.frameCount
        let hasFormat = kind == .video || kind == .coverArt
        var video = hasFormat ? VideoFormat(stream) : nil
        video?.hasAlphaBeside =
            container.hasPrefix("matroska") && ["vp8", "vp9"].contains(codec)
            && stream.metadata.contains { $0.key.lowercased() == "alpha_mode" && $0.value == "1" }
        if let rate = survey?.rate { video?.claimedFrameRate = rate }
        self.video = video
        let stated = Self.statedRange(of: stream, understated, origin: origin, fileDuration: fileDuration)
        if let survey, kind.trackKind != nil {
            if video != nil, !Self.isDivided(by: container) {
                typicalStep = survey.typicalStep.flatMap { stream.timeBase.time($0) }
            }
            // Where packets have no times, there is only the estimate.
            let isTimed = survey.count == 0 || survey.first != nil
            range = isTimed ? survey.range(of: stream, video, typicalStep, origin: origin) : stated
            if let first = survey.first, let whole = survey.firstWhole, first < whole { firstWhole = range?.start }
            beginsGradually = firstWhole != nil && survey.beginsGradually
            missing = stream.timeBase.time(survey.missing) ?? .zero
        } else {
            range = stated
        }
        audio = kind == .audio ? AudioFormat(parameters) : nil
        let own = stream.metadata.map(MetadataItem.init)
        let isTitled = own.contains { $0.key == "title" }
        metadata = own + (isTitled ? [] : title.map { [MetadataItem(key: "title", value: $0)] } ?? [])
    }

    /// Whether so many frames last less than half as long as at the rate that is claimed.
    fileprivate func isSqueezed(_ count: Int64) -> Bool {
        guard let frame = video?.claimedFrameRate?.frameDuration, let range, count > 1 else { return false }
        return range.duration.seconds < frame.seconds * Double(count) / 2
    }

    /// What the container states, or as much as its samples last where it states less. One without a length for each track (Matroska)
    /// states only when the last of them ends; then every track is taken to end there, but audio that a tag says to end earlier.
    private static func statedRange(
        of stream: StreamInfo,
        _ understated: RationalTime?,
        origin: RationalTime,
        fileDuration: RationalTime?
    ) -> TimeRange? {
        let start = stream.startTime.flatMap { stream.timeBase.time($0) } ?? origin
        guard let shifted = try? start - origin else { return nil }
        let first = max(shifted, .zero)
        if let duration = understated ?? stream.duration.flatMap({ stream.timeBase.time($0) }) {
            return duration.isNegative ? nil : try? TimeRange(start: first, duration: duration)
        }
        guard let fileDuration, fileDuration >= first else { return nil }
        let end = stream.kind == .audio ? taggedDuration(of: stream).flatMap { try? first + $0 } : nil
        return try? TimeRange(start: first, end: min(end ?? fileDuration, fileDuration))
    }

    /// How long a track of Matroska is by the tag `DURATION`: `00:01:02.345000000`. Some writers count it from zero: then it is no
    /// shorter than the track.
    static func taggedDuration(of stream: StreamInfo) -> RationalTime? {
        guard let text = stream.metadata("DURATION") else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]) else { return nil }
        let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = seconds.count > 1 ? seconds[1].prefix(9) : ""
        guard let whole = Int64(seconds[0]), (0..<100_000).contains(hours), (0..<60).contains(minutes),
            (0..<60).contains(whole),
            let nanoseconds = Int64(fraction + String(repeating: "0", count: 9 - fraction.count)), nanoseconds >= 0
        else { return nil }
        return RationalTime(((hours * 60 + minutes) * 60 + whole) * 1_000_000_000 + nanoseconds, 1_000_000_000)
    }
}

extension TrackSurvey {
    /// The range in asset time, from the first frame that can be decoded; `nil` where no packet has a time. What is presented
    /// last lasts as long as ``SourceClock`` says of any packet.
    fileprivate func range(
        of stream: StreamInfo,
        _ video: VideoFormat?,
        _ typicalStep: RationalTime?,
        origin: RationalTime
    ) -> TimeRange? {
        let frame = video?.claimedFrameRate?.frameDuration
        let isConstant = video?.claimsConstantRate ?? false
        guard let first = first.flatMap({ stream.timeBase.time($0 &+ stream.codecDelay) }),
            let last = last.flatMap({ stream.timeBase.time($0) }),
            let stated = stream.timeBase.time(lastDuration),
            let start = try? first - origin,
            let end = try? last
                + SourceClock.lastDuration(isConstant || stated <= .zero ? frame ?? stated : stated, typicalStep)
                - origin
        else { return nil }
        let whole = firstWhole.flatMap { stream.timeBase.time($0) }.flatMap { try? $0 - origin } ?? start
        let shown = max(start, whole, .zero)
        return try? TimeRange(start: shown, end: max(end, shown))
    }
}

extension MediaTrack.Kind {
    init(_ stream: StreamInfo) {
        switch stream.kind {
        case .video: self = stream.isStill ? .coverArt : .video
        case .audio: self = .audio
        case .subtitle: self = .subtitle
        case .attachment: self = .attachment
        case .data, .unknown:
            if stream.isHidden {
                self = .chapterText
            } else if stream.parameters.fourCC == "tmcd" {
                self = .timecode
            } else {
                self = .data
            }
        }
    }
}

extension StreamInfo {
    var isStill: Bool { !disposition.isDisjoint(with: [.attachedFrame, .timedThumbnails]) }
}

extension AudioFormat {
    init(_ parameters: CodecParameters) {
        sampleRate = parameters.sampleRate
        let layout = parameters.channelLayout
        channels = layout.channelCount
        channelLayout = layout.name
    }
}

extension TimeBase {
    /// So many ticks as an exact time; `nil` where it does not fit.
    func time(_ ticks: Int64) -> RationalTime? {
        RationalTime(ticks: ticks, unitNumerator: numerator, unitDenominator: denominator)
    }
}

extension TimeRange {
    /// The range up to an end on the file's own clock; the range itself where it ends earlier, or later by less than a movie's
    /// usual tick.
    fileprivate func ending(by end: RationalTime, from origin: RationalTime) -> TimeRange {
        guard let limit = try? end - origin, let slack = try? self.end - limit, slack > RationalTime(1, 500) else {
            return self
        }
        return (try? TimeRange(start: start, end: max(start, limit))) ?? self
    }

    /// The range without what lies behind so many samples from its start.
    fileprivate func cut(to samples: UInt64, sampleRate: Int) -> TimeRange {
        guard sampleRate > 0, let count = Int64(exactly: samples),
            let end = try? start + RationalTime(count, Int32(sampleRate)), end < self.end
        else { return self }
        return (try? TimeRange(start: start, end: end)) ?? self
    }
}
