public import Composition
public import MediaFormats
internal import MediaTime

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
    /// How the frames really follow one another, where that was measured.
    public let measured: MeasuredFrames?

    /// What a scan of all timestamps found, which a constant frame rate and one of so many frames need.
    public struct MeasuredFrames: Sendable {
        /// Of the source.
        public let timing: FrameTiming
        /// Of the output.
        public let counts: FrameCounts
        /// Of what is left of the source, where that was asked for or may do.
        public let decimated: DecimatedFrames?

        /// What was measured.
        public init(timing: FrameTiming, counts: FrameCounts, decimated: DecimatedFrames? = nil) {
            (self.timing, self.counts, self.decimated) = (timing, counts, decimated)
        }
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
        measured: MeasuredFrames? = nil
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
        measured: MeasuredFrames? = nil
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
            throw ExportError(.nothingToExport, "\(input.path) has neither video nor audio to export in that range")
        }
        return ExportPlan(
            inputs: inputs,
            container: container,
            timing: settings.timing,
            duration: composition.duration,
            tracks: tracks,
            chapters: chapters,
            metadata: MetadataFilter.container(input.metadata),
            counts: settings.timing == .passthrough ? nil : measured?.counts,
            warnings: warnings(for: tracks)
        )
    }

    /// What is taken of the main frames.
    var frameParts: [TrackPart] {
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

    /// The files' chapters follow the frames, else the audio.
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
        if let video = settings.video, container.traits.defaultVideo != nil {
            if !container.canCarry(codec: video.codec.rawValue) {
                throw ExportError(
                    .unsupported,
                    "\(container.rawValue) cannot carry \(video.codec.rawValue)",
                    hint: "use \(container == .webm ? "vp9, or write mkv" : "mkv or mov")"
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
                let known = video.codec.traits.presets
                throw ExportError(
                    .settings,
                    "\(video.codec.rawValue) has no encoder preset \(preset)",
                    hint: known.isEmpty ? nil : "choose one of \(known.joined(separator: ", "))"
                )
            }
        }
        if let audio = settings.audio, !container.canCarry(codec: audio.codec.traits.codecName(sourceBits: 16)) {
            throw ExportError(.unsupported, "\(container.rawValue) cannot carry \(audio.codec.rawValue)")
        }
    }
}
