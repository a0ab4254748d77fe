internal import Composition
internal import Export
internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import TimeStretch

/// Renders the clip, as an export does.
struct ClipRenderer: Sendable {
    let plan: ComparisonPlan
    /// Where files go.
    let folder: String
    let cancellation: ExportCancellation

    /// The compared part as it was.
    static let sourceName = "source.wav"

    /// The compared part as it was, written and read back.
    func source() throws -> AudioSamples {
        let path = "\(folder)/\(Self.sourceName)"
        _ = try Exporter(plan: try audioPlan(.normal, .varispeed)).run(to: path, cancellation: cancellation)
        return try AudioFile.read(path)
    }

    /// Whether the edits leave the audio's own speed alone.
    var playsSourceAsIs: Bool {
        plan.composition.firstTrack(of: .audio).tracks.flatMap(\.segments).allSatisfy { segment in
            if case .media(let media) = segment { media.mapping.rate == .normal } else { true }
        }
    }

    /// One algorithm's audio at a rate, written and read back.
    func audio(_ algorithm: PitchAlgorithm, of section: ComparisonPlan.Section, to file: String) throws -> AudioSamples
    {
        let path = "\(folder)/\(file)"
        _ = try Exporter(plan: try audioPlan(section.rate, algorithm)).run(to: path, cancellation: cancellation)
        return try AudioFile.read(path)
    }

    /// Another program's audio in the clip's format, written among the others.
    func audio(of media: MediaDescription, as format: AudioSamples, to file: String) throws -> AudioSamples {
        if cancellation.isCancelled { throw Cancelled() }
        let audio = try AudioFile.read(media.path, as: format)
        try AudioFile.write(audio, to: "\(folder)/\(file)", as: .wav)
        return audio
    }

    /// The number of samples that a rendering is to have.
    ///
    /// By the plan, unless the clip goes to its end, which headers may put in the wrong place.
    func expectedLength(_ section: ComparisonPlan.Section, source: AudioSamples) throws -> Int {
        let track = try audioPlan(section.rate, .varispeed).carried.first
        guard track?.isOpenEnded == false else {
            return Int(SampleMap.constant(section.rate).outputLength(sourceLength: Int64(source.frameCount)))
        }
        return Int(try section.duration.ticks(over: Int32(source.sampleRate), rounding: .nearest))
    }

    /// The video at a rate, its packets copied; `nil` where there is none.
    func video(_ section: ComparisonPlan.Section) throws -> String? {
        guard let track = plan.video else { return nil }
        let container = BrowserVideo.container(for: track)
        var settings = ExportSettings()
        settings.pitch = .mute
        let export = try ExportPlanner(
            input: plan.input,
            composition: try plan.edited(.video, at: section.rate),
            settings: settings,
            container: container
        ).plan()
        let file = "\(section.folder)/video.\(container.rawValue)"
        _ = try Exporter(plan: export).run(to: "\(folder)/\(file)", cancellation: cancellation)
        return file
    }

    private func audioPlan(_ rate: PlaybackRate, _ algorithm: PitchAlgorithm) throws -> ExportPlan {
        var settings = ExportSettings()
        settings.pitch = algorithm
        settings.audio = AudioEncoding(codec: .pcm)
        return try ExportPlanner(
            input: plan.input,
            composition: try plan.edited(.audio, at: rate),
            settings: settings,
            container: .wav
        ).plan()
    }
}
