internal import Composition
internal import MediaFormats
internal import MediaTime

/// Makes an ``ExportPlan``. It is pure: the same inputs, edits, settings and measurement give the same plan.
struct ExportPlanner {
    /// Every file that the composition plays. The first gives what has no time.
    let inputs: [MediaDescription]
    /// The edits.
    let composition: Composition
    /// What the export is to be like.
    private(set) var settings: ExportSettings
    /// The container of the output.
    let container: Container
    /// How the frames follow one another, where that was measured.
    var measured: MeasuredFrames?

    /// For each of the composition's tracks, what it takes from which file.
    private(set) var parts: [[TrackPart]]

    /// The first file's tracks of audio that are silent throughout: all of each is played backwards, and that is muted.
    private(set) var mutedTracks: Set<Int> = []

    /// The first file.
    var input: MediaDescription { inputs[0] }

    /// Takes what is to be planned.
    ///
    /// - Throws: ``ExportError`` where the settings contradict each other, or the edits play a file or a track that is not
    ///   among the inputs.
    init(
        inputs: [MediaDescription],
        composition: Composition,
        settings: ExportSettings,
        container: Container
    ) throws(ExportError) {
        guard !inputs.isEmpty else { throw ExportError(.nothingToExport, "there is no input") }
        self.inputs = inputs
        self.composition = composition
        var settings = settings
        settings.demand = settings.demand ?? FrameDemand(container)
        self.settings = settings
        self.container = container
        var parts: [[TrackPart]] = []
        for track in composition.tracks {
            let all = try TrackPart.parts(of: track, in: self.inputs)
            guard settings.mutesReversed, track.kind == .audio else {
                parts.append(all)
                continue
            }
            let heard = all.compactMap(\.withoutReversals)
            parts.append(heard)
            let played = Set(heard.filter { $0.input == 0 }.map(\.source.index))
            mutedTracks.formUnion(Set(all.filter { $0.input == 0 }.map(\.source.index)).subtracting(played))
        }
        if case .constantFrameRate = settings.timing {
            do throws(TimeOverflow) {
                parts = try parts.map { parts throws(TimeOverflow) in
                    try parts.map { part throws(TimeOverflow) in try part.atExactInstants() }
                }
            } catch {
                throw ExportError(.timesTooFine, "\(error)", cause: error)
            }
        }
        self.parts = parts
        self.settings.nameVideo(in: container, isHighRange: settings.keepsHighRange(of: frameParts))
        try checkSettings()
        for index in parts.indices { self.parts[index] = try filtered(parts[index]) }
    }

    /// The plan.
    ///
    /// - Throws: ``ExportError`` where the settings contradict the inputs, or nothing is left to export.
    func plan() throws(ExportError) -> ExportPlan {
        try checkTimecode()
        let tracks = try plannedTracks()
        // A clip without the frames that it is all about is not what was asked for.
        if let video = input.tracks.first(where: { $0.kind == .video }), container.carries(.video),
            let track = tracks.first(where: { $0.source.index == video.index })
        {
            if track.isHindered(by: .encrypted) {
                throw ExportError(.encrypted, "the video of \(input.path) is encrypted")
            }
            if let misread = track.misreadParts {
                throw ExportError(.unsupported, "the video of \(input.path) cannot be exported: \(misread)")
            }
            try checkInstants(of: track)
            try checkLongestFrame(of: track)
        }
        // Whether a pane shows anything is for those to say who know the part.
        guard
            settings.isPane
                || tracks.contains(where: {
                    $0.treatment.isCarried && ($0.source.kind == .video || $0.source.kind == .audio)
                })
        else {
            throw nothingLeft(of: tracks)
        }
        if let error = tooShort(tracks) { throw error }
        if settings.copiesFramesOnly, let video = tracks.first(where: { $0.encodesFrames }) {
            throw ExportError(.encodingNeeded, "frames of \(input.path) cannot all be copied: \(video.reason)")
        }
        try checkColours(of: tracks)
        let showsFrames = tracks.contains { $0.source.kind == .video && $0.treatment.isCarried }
        let (metadata, chapters) = (metadata, chapters)
        let (carriesMetadata, carriesChapters) = (container.traits.carriesMetadata, container.traits.carriesChapters)
        return ExportPlan(
            inputs: inputs,
            container: container,
            timing: settings.timing,
            delivery: settings.delivery,
            duration: composition.duration,
            tracks: tracks,
            chapters: carriesChapters ? chapters : [],
            metadata: carriesMetadata ? metadata : [],
            cameraData: cameraData,
            keepsXMP: keepsXMP,
            plays: settings.plays,
            counts: settings.timing == .passthrough || !showsFrames ? nil : measured?.counts,
            isMeasured: measured != nil,
            warnings: warnings(for: tracks) + omittedFacts(metadata, chapters)
        )
    }

    /// Throws where the frames of a file have one instant in common.
    private func checkInstants(of track: TrackPlan) throws(ExportError) {
        let sources = [(track.source, input.path)] + track.parts.map { ($0.source, inputs[$0.input].path) }
        for (source, path) in sources {
            guard let obstacle = source.obstacle, case .oneInstant = obstacle else { continue }
            throw ExportError(.inputUnreadable, "the video of \(path) cannot be exported: \(obstacle)")
        }
    }

    /// Throws where a frame lasts longer than the container can say. Of other tracks, and of clips that claim a constant rate, that is found
    /// when they are written.
    private func checkLongestFrame(of track: TrackPlan) throws(ExportError) {
        let timescale: Int32? =
            switch track.treatment {
            case .copy(let timescale, _), .encodeVideo(_, .ticks(let timescale)), .stitch(_, .ticks(let timescale)):
                timescale
            default: nil
            }
        guard let frame = measured?.longest, let timescale, let longest = LongestSample(in: container),
            let refusal = longest.refusal(
                of: track.source.label,
                from: frame.start,
                lasting: frame.duration,
                timescale: LongestSample.ofVideo(timescale)
            )
        else { return }
        throw refusal
    }

    /// What the output says of itself.
    var metadata: [MetadataItem] {
        let metadata = MetadataFilter.container(input.metadata)
        // The video states the timecode.
        return (frameParts.isEmpty ? metadata : metadata.stating(nil)).replaced(by: settings.metadata)
    }

    /// Why there is nothing to export.
    private func nothingLeft(of tracks: [TrackPlan]) -> ExportError {
        let playable = tracks.filter { [.video, .audio].contains($0.source.kind) }
        // Where there is neither, what libav does not know may be one of them.
        let wanted = playable.isEmpty ? tracks.filter { $0.source.obstacle != nil } : playable
        let hindered = wanted.filter { $0.source.obstacle != nil || $0.isMutedReversal || !$0.parts.isEmpty }
        guard !hindered.isEmpty else {
            let message = "\(input.path) has neither video nor audio to export in that range"
            return ExportError(wanted.isEmpty ? .nothingToExport : .nothingPlayed, message)
        }
        // Of those that are not in the range that is said, too: one of them may be what is looked for.
        let reasons = wanted.map { "\($0.source.label): \($0.reason)" }.joined(separator: "; ")
        let code: ExportError.Code =
            if hindered.contains(where: { $0.isHindered(by: .encrypted) }) {
                .encrypted
            } else if hindered.contains(where: { $0.source.obstacle.map { !$0.isOfFile } ?? false }) {
                .unsupported
            } else if hindered.contains(where: { $0.source.obstacle != nil }) {
                .nothingToExport
            } else {
                .nothingPlayed
            }
        return ExportError(code, "nothing of \(input.path) can be exported: \(reasons)")
    }

    /// That all there is lasts less than half a sample of audio, which makes none; `nil` where it does not.
    private func tooShort(_ tracks: [TrackPlan]) -> ExportError? {
        let carried = tracks.filter(\.treatment.isCarried)
        let makesSamples = carried.contains { track in
            guard let audio = track.source.audio else { return track.source.kind == .video }
            let half = RationalTime(1, 2 * Int64(max(1, audio.sampleRate)))
            return composition.duration >= half
        }
        guard !makesSamples, !settings.isPane else { return nil }
        return ExportError(.nothingPlayed, "what is played of \(input.path) lasts less than a sample")
    }

    /// What is taken of the first video track.
    var frameParts: [TrackPart] {
        guard let video = input.mainVideo, video.obstacle?.allowsCopying ?? true else { return [] }
        return parts.first { Self.begins($0, with: video) } ?? []
    }

    /// A plan for each track of the first file, and then for tracks that only others have.
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
        return planned + (try furtherAttachments())
    }

    private static func begins(_ parts: [TrackPart], with track: MediaTrack) -> Bool {
        parts.first.map { $0.input == 0 && $0.source.index == track.index } ?? false
    }

    /// The files' chapters and new ones. They follow the video, or the audio where there is no video, or nothing of it yet.
    private var chapters: [Chapter] {
        let chapters = inputs.indices.flatMap { index in
            ChapterRetiming(
                segments: followed(of: index),
                others: played(of: index),
                end: inputs[index].asset.duration
            )
            .retimed(inputs[index].chapters)
        }
        let marks = settings.chapters.compactMap { mark in
            target(of: mark).map { (time: $0, title: mark.title) }
        }
        return Chapter.joined(chapters, with: Chapter.beginning(at: marks, until: composition.duration))
    }

    /// New chapters that begin where nothing is played.
    var unplayedChapters: [ChapterMark] {
        settings.chapters.filter { target(of: $0) == nil }
    }

    /// When a new chapter begins (target time); `nil` where its instant is not played. Where the track that chapters follow has nothing, as
    /// before its first frame, another one of the clip says so.
    private func target(of mark: ChapterMark) -> RationalTime? {
        mark.target(in: followed(of: mark.input)) ?? mark.target(in: played(of: mark.input))
    }

    /// What is played of the video and the audio of a file.
    private func played(of index: Int) -> [TimeMapping] {
        parts.joined().filter { $0.input == index && [.video, .audio].contains($0.source.kind) }.flatMap(\.segments)
    }

    /// The parts of a file that chapters follow.
    private func followed(of index: Int) -> [TimeMapping] {
        let leading = input.mainVideo ?? input.tracks.first { $0.kind == .audio }
        let followed = leading.flatMap { leading in parts.first { Self.begins($0, with: leading) } } ?? []
        return followed.filter { $0.input == index }.flatMap(\.segments)
    }
}

extension TrackPlan {
    /// Whether it is left out for a reason that one of the files has.
    fileprivate func isHindered(by obstacle: TrackObstacle) -> Bool { obstacles.contains(obstacle) }

    /// Why it is left out, where libav reads a part of a file in place of the whole; `nil` elsewhere.
    fileprivate var misreadParts: TrackObstacle? {
        obstacles.first { obstacle in
            switch obstacle {
            case .severalEdits, .editsBehindPart, .severalCodecs: true
            default: false
            }
        }
    }

    /// What hinders it in any of the files, where it is left out.
    private var obstacles: [TrackObstacle] {
        treatment.isCarried ? [] : ([source] + parts.map(\.source)).compactMap(\.obstacle)
    }
}

extension TrackPlan {
    /// Whether any of its frames are encoded.
    var encodesFrames: Bool {
        switch treatment {
        case .encodeVideo: true
        case .stitch(let stitching, _): stitching.encodes
        case .copy, .rewriteText, .encodeAudio, .attach, .leaveOut: false
        }
    }
}

extension ExportPlanner {
    /// For how many seconds a frame of a constant rate is shown at most, where the container has no lower limit: clocks of MP4 and MOV count
    /// how long it is in 31 bits.
    private static let longestFrame: Int64 = 3600

    private func checkRate(_ rate: FrameRate) throws(ExportError) {
        let most = container.traits.movingImage?.mostSecondsPerFrame.map(Int64.init) ?? Self.longestFrame
        guard Int64(rate.denominator) <= most * Int64(rate.numerator) else {
            throw ExportError(
                .settings,
                "at \(rate) fps a frame lasts \(rate.frameDuration.seconds) s: in \(container.rawValue) it is \(most) s at most"
            )
        }
    }

    private func checkSettings() throws(ExportError) {
        switch settings.timing {
        case .passthrough: break
        case .decimated(let every):
            guard ExportSettings.OutputTiming.decimations.contains(every) else {
                let most = ExportSettings.OutputTiming.decimations.upperBound
                throw ExportError(.settings, "one of \(every) frames cannot stay: it is one of 1 to \(most)")
            }
        case .constantFrameRate(let rate): try checkRate(rate)
        }
        try checkMetadata()
        try checkMovingImage()
        try checkInBetween()
        try checkDelivery()
        if let video = settings.video, container.traits.defaultVideo != nil {
            if !container.canCarry(codec: video.codec.rawValue) {
                throw ExportError(
                    .videoNotCarried(video.codec, container),
                    "\(container.rawValue) cannot carry \(video.codec.rawValue)"
                )
            }
            if let quality = video.quality {
                guard let range = video.codec.traits.qualities else {
                    throw ExportError(.settings, "\(video.codec.rawValue) is lossless: it has no quality to choose")
                }
                guard range.contains(quality) else {
                    throw ExportError(
                        .settings,
                        "\(video.codec.rawValue) has no quality \(quality): \(range.lowerBound) to \(range.upperBound)"
                    )
                }
            }
            if let preset = video.preset, !video.codec.traits.presets.contains(preset) {
                throw ExportError(
                    .encoderPresetUnknown(known: video.codec.traits.presets),
                    "\(video.codec.rawValue) has no encoder preset \(preset)"
                )
            }
        }
        if let audio = settings.audio, !container.canCarry(codec: audio.codec.traits.codecName(sourceBits: 16)) {
            throw ExportError(
                .audioNotCarried(audio.codec, container),
                "\(container.rawValue) cannot carry \(audio.codec.rawValue)"
            )
        }
    }
}
