public import Composition
public import MediaTime
internal import TimeStretch

/// Makes an ``ExportPlan``. Pure: the same input, edits and settings give the same plan.
public struct ExportPlanner: Sendable {
    /// What is exported.
    public let input: MediaDescription
    /// The edits.
    public let composition: Composition
    /// What the export is to be like.
    public let settings: ExportSettings
    /// What it is written to.
    public let container: Container
    /// How the pictures really follow one another, where that was measured.
    public let measured: MeasuredPictures?

    /// What a scan of all timestamps found, which only a constant frame rate needs.
    public struct MeasuredPictures: Sendable {
        /// Of the source.
        public let timing: FrameTiming
        /// Of the output.
        public let counts: FrameCounts
    }

    /// A planner.
    public init(
        input: MediaDescription,
        composition: Composition,
        settings: ExportSettings,
        container: Container,
        measured: MeasuredPictures? = nil
    ) {
        self.input = input
        self.composition = composition
        self.settings = settings
        self.container = container
        self.measured = measured
    }

    /// The plan.
    ///
    /// - Throws: ``ExportError``: `.nothingToExport`, `.settings`, `.unsupported`.
    public func plan() throws(ExportError) -> ExportPlan {
        try checkSettings()
        let tracks = try input.tracks.map { track throws(ExportError) in try plan(track) }
        guard
            tracks.contains(where: { $0.treatment.isCarried && ($0.source.kind == .video || $0.source.kind == .audio) })
        else {
            throw ExportError(.nothingToExport, "\(input.path) has neither picture nor sound to export in that range")
        }
        let isConstant = if case .constantFrameRate = settings.timing { true } else { false }
        return ExportPlan(
            input: input,
            container: container,
            timing: settings.timing,
            duration: composition.duration,
            tracks: tracks,
            chapters: ChapterRetiming(segments: leadingSegments).retimed(input.chapters),
            metadata: MetadataFilter.container(input.metadata),
            counts: isConstant ? measured?.counts : nil,
            warnings: warnings(for: tracks)
        )
    }

    /// Which parts of a track go where.
    public func segments(of track: MediaTrack) -> [TimeMapping] {
        composition.tracks.flatMap(\.segments).compactMap { segment in
            guard case .media(let media) = segment, media.path == input.path, media.trackIndex == track.index else {
                return nil
            }
            return media.mapping
        }
    }

    /// Whether a track's last segment ends where the track does.
    public func isOpenEnded(_ track: MediaTrack) -> Bool {
        segments(of: track).last?.source.end == track.range?.end
    }

    /// The segments of the pictures, else of the sound: what chapters and data follow.
    private var leadingSegments: [TimeMapping] {
        let leading = input.mainVideo ?? input.tracks.first { $0.kind == .audio }
        return leading.map(segments) ?? []
    }
}

extension ExportPlanner {
    private func checkSettings() throws(ExportError) {
        if let video = settings.video, container.defaultVideo != nil {
            if !container.canCarry(codec: video.codec.rawValue) {
                throw ExportError(
                    .unsupported,
                    "\(container.rawValue) cannot carry \(video.codec.rawValue)",
                    hint: "use \(container == .webm ? "vp9, or write mkv" : "mkv or mov")"
                )
            }
            if let quality = video.quality {
                guard let range = video.codec.qualities else {
                    throw ExportError(.settings, "\(video.codec.rawValue) is lossless: it has no quality to choose")
                }
                guard range.contains(quality) else {
                    throw ExportError(
                        .settings,
                        "\(video.codec.rawValue) has no quality \(quality): \(range.lowerBound) to \(range.upperBound)"
                    )
                }
            }
            if let preset = video.preset, !video.codec.presets.contains(preset) {
                let known = video.codec.presets
                throw ExportError(
                    .settings,
                    "\(video.codec.rawValue) has no encoder preset \(preset)",
                    hint: known.isEmpty ? nil : "choose one of \(known.joined(separator: ", "))"
                )
            }
        }
        if let audio = settings.audio, !container.canCarry(codec: audio.codec.codecName(sourceBits: 16)) {
            throw ExportError(.unsupported, "\(container.rawValue) cannot carry \(audio.codec.rawValue)")
        }
    }

    private func plan(_ track: MediaTrack) throws(ExportError) -> TrackPlan {
        let segments = segments(of: track)
        let (treatment, reason) = try treatment(of: track, segments: segments)
        return TrackPlan(
            source: track,
            segments: segments,
            isOpenEnded: isOpenEnded(track),
            treatment: treatment,
            reason: reason
        )
    }

    private func treatment(
        of track: MediaTrack,
        segments: [TimeMapping]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        switch track.kind {
        case .video where container.defaultVideo == nil:
            return (.leaveOut, "\(container.rawValue) carries sound only")
        case .video, .audio, .subtitle, .data:
            guard !segments.isEmpty else { return (.leaveOut, "nothing of it lies in the exported range") }
        case .timecode, .picture, .attachment, .chapterText:
            break
        }
        switch track.kind {
        case .video: return try picturePlan(track, segments)
        case .audio: return try soundPlan(track, segments)
        case .subtitle, .data: return copyPlan(track, segments)
        case .timecode: return (.leaveOut, "written anew from the pictures' start timecode")
        case .chapterText: return (.leaveOut, "carried as chapters")
        case .picture, .attachment:
            return container.canCopy(track)
                ? (.attach, "goes along untouched")
                : (.leaveOut, "\(container.rawValue) cannot carry it")
        }
    }

    private func picturePlan(
        _ track: MediaTrack,
        _ segments: [TimeMapping]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        let obstacle = copyingObstacle(track, segments)
        let encoding = settings.video ?? VideoEncoding(codec: container.defaultVideo ?? .h264)
        let timescale = timescale(of: track, segments)
        switch settings.timing {
        case .passthrough:
            if let obstacle {
                if container.requiresConstantFrameRate {
                    throw ExportError(
                        .unsupported,
                        "\(container.rawValue) stores constant frame rates only",
                        hint: "name a --frame-rate, or write mp4, mov or mkv"
                    )
                }
                return (.encodePictures(encoding, .ticks(timescale)), obstacle)
            }
            return (.copy(timescale: timescale), "only timestamps change")
        case .constantFrameRate(let rate):
            if obstacle == nil, !showsLeadIn(track, segments), isAlready(rate, track, segments) {
                return (.copy(timescale: timescale), "every picture already has its own place at \(rate) fps")
            }
            return (.encodePictures(encoding, .frames(rate)), obstacle ?? "pictures are chosen anew for \(rate) fps")
        }
    }

    /// Why pictures cannot be copied; `nil` where they can.
    private func copyingObstacle(_ track: MediaTrack, _ segments: [TimeMapping]) -> String? {
        if let video = settings.video { return "\(video.codec.rawValue) was asked for" }
        if container.requiresConstantFrameRate { return "\(container.rawValue) stores constant frame rates only" }
        if !container.canCopy(track) { return "\(container.rawValue) cannot carry \(track.codec)" }
        for (segment, next) in zip(segments, segments.dropFirst())
        where segment.source.end != next.source.start || segment.target.end != next.target.start {
            return "the edit jumps within the source"
        }
        return nil
    }

    /// Whether the source's pictures, mapped, are exactly the pictures of a constant rate.
    private func isAlready(_ rate: FrameRate, _ track: MediaTrack, _ segments: [TimeMapping]) -> Bool {
        guard let measured, let source = measured.timing.constantRate,
            let playback = segments.first?.rate, segments.allSatisfy({ $0.rate == playback }),
            source.scaled(by: playback) == rate,
            measured.counts.repeated == 0, measured.counts.dropped == 0,
            let start = try? segments[0].targetTime(ofSource: measured.timing.first),
            let slot = try? rate.frame(at: start, rounding: .down),
            let exact = try? rate.time(ofFrame: slot)
        else { return false }
        return exact == start
    }

    /// Whether copied pictures would be shown from the key frame before the in point on: the container has no edit list
    /// to hide them.
    private func showsLeadIn(_ track: MediaTrack, _ segments: [TimeMapping]) -> Bool {
        guard !container.hasEditLists, let start = track.range?.start, let first = segments.first else { return false }
        return first.source.start > start
    }

    private func soundPlan(
        _ track: MediaTrack,
        _ segments: [TimeMapping]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        if let rate = segments.map(\.rate).first(where: { !settings.pitch.plays($0) }) {
            throw unplayable(rate)
        }
        if settings.pitch == .mute { return (.leaveOut, "muted") }
        let isWhole = segments.count == 1 && segments[0].rate == .normal && segments[0].source == track.range
        if isWhole, settings.audio == nil, container.canCopy(track) {
            return (.copy(timescale: Int32(track.sound?.sampleRate ?? 48000)), "its time does not change")
        }
        let encoding = settings.audio ?? AudioEncoding(codec: container.defaultAudio)
        let rate = encoding.codec == .opus ? 48000 : track.sound?.sampleRate ?? 48000
        let reason =
            segments.allSatisfy { $0.rate == .normal } ? "encoded anew" : "stretched (\(settings.pitch.rawValue))"
        return (.encodeSound(encoding, sampleRate: rate, settings.pitch), reason)
    }

    private func unplayable(_ rate: PlaybackRate) -> ExportError {
        guard settings.pitch == .lowLatency else {
            let limit = PitchAlgorithm.maximumFactor
            return ExportError(
                .settings,
                "\(settings.pitch.rawValue) does not reach rate \(rate): only 1/\(limit) to \(limit)",
                hint: "--pitch mute leaves the sound out, at any rate"
            )
        }
        let rates = PitchAlgorithm.lowLatencyRates.map(\.description).joined(separator: ", ")
        return ExportError(
            .settings,
            "\(settings.pitch.rawValue) does not play rate \(rate), only \(rates)",
            hint: "--snap plays it at the nearest, \(settings.pitch.snapped(rate)), picture and sound alike"
        )
    }

    private func copyPlan(_ track: MediaTrack, _ segments: [TimeMapping]) -> (TrackPlan.Treatment, String) {
        guard container.canCopy(track) else { return (.leaveOut, "\(container.rawValue) cannot carry \(track.codec)") }
        return (.copy(timescale: timescale(of: track, segments)), "only timestamps change")
    }

    private func timescale(of track: MediaTrack, _ segments: [TimeMapping]) -> Int32 {
        let clock = SourceClock(track: track, origin: input.origin)
        let unit = clock.grid?.rate.frameDuration ?? track.tick
        return Timescale.exact(
            for: segments,
            tick: unit,
            origin: clock.grid?.origin ?? (try? input.origin.negated()) ?? .zero
        )
    }

    private func warnings(for tracks: [TrackPlan]) -> [String] {
        var warnings: [String] = []
        for track in tracks where !track.treatment.isCarried {
            switch track.source.kind {
            case .timecode, .chapterText: continue
            case .audio where settings.pitch == .mute: continue
            default:
                let name = "track \(track.source.index) (\(track.source.kind.rawValue), \(track.source.codec))"
                warnings.append("\(name) is left out: \(track.reason)")
            }
        }
        for track in tracks where showsLeadIn(track.source, track.segments) {
            guard track.source.kind == .video, case .copy = track.treatment else { continue }
            warnings.append(
                "\(container.rawValue) cannot hide pictures: copied ones begin at the key frame at or before the in point; "
                    + "write mp4 or mov, or name a --video-codec, to begin exactly there"
            )
        }
        if let picture = tracks.first(where: { $0.source.kind == .video && $0.treatment.isCarried })?.source.picture,
            picture.rotation != 0, !container.carriesRotation
        {
            warnings.append(
                "\(container.rawValue) does not carry the rotation of \(Int(picture.rotation))°: players will show the "
                    + "picture unturned; mp4 and mov carry it"
            )
        }
        if let video = input.mainVideo, let timing = measured?.timing, timing.isVariable,
            let shortest = timing.shortest, let longest = timing.longest, video.kind == .video
        {
            warnings.append(
                "variable frame rate: pictures are \(Milliseconds.text(shortest)) to \(Milliseconds.text(longest)) apart;"
                    + " each is timed by its own timestamp"
            )
        }
        return warnings
    }
}
