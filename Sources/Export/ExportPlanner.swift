public import Composition
internal import MediaTime
internal import TimeStretch

/// Makes an ``ExportPlan``. Pure: the same input, edits and settings give the same plan.
public struct ExportPlanner: Sendable {
    /// What is exported: every file that the composition takes something from. The first gives what has no time.
    public let inputs: [MediaDescription]
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

    /// For each of the composition's tracks, what it takes from which file.
    let parts: [[TrackPart]]

    /// The first file.
    var input: MediaDescription { inputs[0] }

    /// A planner of one file's export.
    public init(
        input: MediaDescription,
        composition: Composition,
        settings: ExportSettings,
        container: Container,
        measured: MeasuredPictures? = nil
    ) {
        self.init(
            inputs: [input],
            composition: composition,
            settings: settings,
            container: container,
            measured: measured
        )
    }

    /// A planner.
    ///
    /// - Precondition: There is an input.
    public init(
        inputs: [MediaDescription],
        composition: Composition,
        settings: ExportSettings,
        container: Container,
        measured: MeasuredPictures? = nil
    ) {
        precondition(!inputs.isEmpty, "an export has an input")
        self.inputs = inputs
        parts = composition.tracks.map { track in
            let parts = TrackPart.parts(of: track, in: inputs)
            let isMuted = settings.mutesReversed && track.kind == .audio
            return isMuted ? parts.compactMap(\.withoutReversals) : parts
        }
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
        let tracks = try plannedTracks()
        guard
            tracks.contains(where: { $0.treatment.isCarried && ($0.source.kind == .video || $0.source.kind == .audio) })
        else {
            throw ExportError(.nothingToExport, "\(input.path) has neither picture nor sound to export in that range")
        }
        let isConstant = if case .constantFrameRate = settings.timing { true } else { false }
        return ExportPlan(
            inputs: inputs,
            container: container,
            timing: settings.timing,
            duration: composition.duration,
            tracks: tracks,
            chapters: chapters,
            metadata: MetadataFilter.container(input.metadata),
            counts: isConstant ? measured?.counts : nil,
            warnings: warnings(for: tracks)
        )
    }

    /// What is taken of the main pictures.
    var pictureParts: [TrackPart] {
        input.mainVideo.flatMap { video in parts.first { Self.begins($0, with: video) } } ?? []
    }

    /// Each track of the first file, and then what others have besides.
    private func plannedTracks() throws(ExportError) -> [TrackPlan] {
        var rest = parts.filter { !$0.isEmpty }
        var planned: [TrackPlan] = []
        for track in input.tracks {
            if let place = rest.firstIndex(where: { Self.begins($0, with: track) }) {
                planned.append(try plan(track, rest.remove(at: place)))
            } else {
                planned.append(try plan(track, []))
            }
        }
        for parts in rest { planned.append(try plan(parts[0].source, parts)) }
        return planned
    }

    private static func begins(_ parts: [TrackPart], with track: MediaTrack) -> Bool {
        parts.first.map { $0.input == 0 && $0.source.index == track.index } ?? false
    }

    /// The files' chapters follow the pictures, else the sound.
    private var chapters: [Chapter] {
        let leading = input.mainVideo ?? input.tracks.first { $0.kind == .audio }
        let followed = leading.flatMap { leading in parts.first { Self.begins($0, with: leading) } } ?? []
        let chapters = inputs.indices.flatMap { index in
            let segments = followed.filter { $0.input == index }.flatMap(\.segments)
            return ChapterRetiming(segments: segments).retimed(inputs[index].chapters)
        }
        return chapters.sorted { $0.range.start < $1.range.start }
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

    private func plan(_ track: MediaTrack, _ parts: [TrackPart]) throws(ExportError) -> TrackPlan {
        let (treatment, reason) = try treatment(of: track, parts)
        return TrackPlan(source: track, parts: parts, treatment: treatment, reason: reason)
    }

    private func treatment(
        of track: MediaTrack,
        _ parts: [TrackPart]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        switch track.kind {
        case .video where container.defaultVideo == nil:
            return (.leaveOut, "\(container.rawValue) carries sound only")
        case .video, .audio, .subtitle, .data:
            guard !parts.isEmpty else { return (.leaveOut, "nothing of it lies in the exported range") }
        case .timecode, .picture, .attachment, .chapterText:
            break
        }
        switch track.kind {
        case .video: return try picturePlan(track, parts)
        case .audio: return try soundPlan(track, parts)
        case .subtitle, .data: return copyPlan(track, parts)
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
        _ parts: [TrackPart]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        let obstacle = copyingObstacle(track, parts)
        let encoding = settings.video ?? VideoEncoding(codec: container.defaultVideo ?? .h264)
        let timescale = timescale(of: parts)
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
            if obstacle == nil, !showsLeadIn(parts), isAlready(rate, parts) {
                return (.copy(timescale: timescale), "every picture already has its own place at \(rate) fps")
            }
            return (.encodePictures(encoding, .frames(rate)), obstacle ?? "pictures are chosen anew for \(rate) fps")
        }
    }

    /// Why pictures cannot be copied; `nil` where they can.
    private func copyingObstacle(_ track: MediaTrack, _ parts: [TrackPart]) -> String? {
        if let video = settings.video { return "\(video.codec.rawValue) was asked for" }
        if container.requiresConstantFrameRate { return "\(container.rawValue) stores constant frame rates only" }
        if !container.canCopy(track) { return "\(container.rawValue) cannot carry \(track.codec)" }
        return CopyingObstacle(parts: parts, inputs: inputs).reason
    }

    /// Whether the source's pictures, mapped, are exactly the pictures of a constant rate.
    private func isAlready(_ rate: FrameRate, _ parts: [TrackPart]) -> Bool {
        guard parts.count == 1, let first = parts[0].segments.first, let playback = first.rate,
            parts[0].segments.allSatisfy({ $0.rate == playback }),
            let measured, let source = measured.timing.constantRate,
            source.scaled(by: playback) == rate,
            measured.counts.repeated == 0, measured.counts.dropped == 0,
            let start = try? first.targetTime(ofSource: measured.timing.first),
            let slot = try? rate.frame(at: start, rounding: .down),
            let exact = try? rate.time(ofFrame: slot)
        else { return false }
        return exact == start
    }

    /// Whether copied pictures would be shown from the key frame before the in point on: the container has no edit list
    /// to hide them.
    private func showsLeadIn(_ parts: [TrackPart]) -> Bool {
        guard !container.hasEditLists, let part = parts.first, let start = part.source.range?.start,
            let first = part.segments.first
        else { return false }
        return first.source.start > start
    }

    private func soundPlan(
        _ track: MediaTrack,
        _ parts: [TrackPart]
    ) throws(ExportError) -> (TrackPlan.Treatment, String) {
        let segments = parts.flatMap(\.segments)
        if settings.pitch == .mute { return (.leaveOut, "muted") }
        for segment in segments { try checkPitch(segment) }
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

    /// Refuses what the pitch algorithm cannot play.
    private func checkPitch(_ segment: TimeMapping) throws(ExportError) {
        switch segment.course {
        case .hold:
            break
        case .constant(let rate), .reverse(let rate):
            guard settings.pitch.plays(rate) else { throw unplayable(rate) }
        case .ramp(let ramp):
            let (from, to) = ramp.curve.ends
            if settings.pitch == .lowLatency {
                throw ExportError(
                    .settings,
                    "\(settings.pitch.rawValue) plays no ramps, and there is one from \(from) to \(to)",
                    hint: "choose another --pitch, or --pitch mute"
                )
            }
            for rate in [from, to] where !settings.pitch.plays(rate) { throw unplayable(rate) }
        }
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

    private func copyPlan(_ track: MediaTrack, _ parts: [TrackPart]) -> (TrackPlan.Treatment, String) {
        guard container.canCopy(track) else { return (.leaveOut, "\(container.rawValue) cannot carry \(track.codec)") }
        if parts.contains(where: { $0.source.codec != track.codec }) {
            return (.leaveOut, "the inputs' kinds of it differ")
        }
        let isOrdered = parts.allSatisfy { part in
            part.segments.allSatisfy(\.isForward)
                && zip(part.segments, part.segments.dropFirst()).allSatisfy { $0.source.end <= $1.source.start }
        }
        guard isOrdered else { return (.leaveOut, "the edit plays it out of order") }
        return (.copy(timescale: timescale(of: parts)), "only timestamps change")
    }

    private func timescale(of parts: [TrackPart]) -> Int32 {
        Timescale.exact(
            for: parts.map { part in
                let input = inputs[part.input]
                let clock = SourceClock(track: part.source, origin: input.origin)
                return Timescale.Demand(
                    segments: part.segments,
                    tick: clock.grid?.rate.frameDuration ?? part.source.tick,
                    origin: clock.grid?.origin ?? (try? input.origin.negated()) ?? .zero
                )
            }
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
        for track in tracks where showsLeadIn(track.parts) {
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
