internal import Composition
internal import Export
internal import Files
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import TimeStretch

/// Renders the clip: each rendering is an export.
struct ClipRenderer: Sendable {
    let plan: ComparisonPlan
    /// The directory that files are written to.
    let folder: String
    let cancellation: Cancellation

    /// The name of the file with the compared part, unchanged.
    static let sourceName = "source.wav"

    /// Writes the compared part, unchanged, and reads it back.
    func source() throws -> AudioSamples {
        let path = "\(folder)/\(Self.sourceName)"
        _ = try Exporter(plan: try audioPlan(.normal, .varispeed)).run(to: path, cancellation: cancellation)
        return try AudioFile.read(path)
    }

    /// Writes the audio by an algorithm at a rate, and reads it back.
    func audio(_ algorithm: PitchAlgorithm, of section: ComparisonPlan.Section, to file: String) throws -> AudioSamples
    {
        let path = "\(folder)/\(file)"
        _ = try Exporter(plan: try audioPlan(section.rate, algorithm)).run(to: path, cancellation: cancellation)
        return try AudioFile.read(path)
    }

    /// Converts another program's file to the clip's sample rate and channels, and writes it beside our renderings.
    func audio(of path: String, as format: AudioSamples, to file: String) throws -> AudioSamples {
        if cancellation.isCancelled { throw Cancelled() }
        let audio = try AudioFile.read(path, as: format)
        try write(audio, to: file)
        return audio
    }

    /// Has another program render a file of the directory, and reads what it made with the sample rate and channels of that file.
    ///
    /// - Parameters:
    ///   - peer: The program.
    ///   - rate: Source time ÷ target time.
    ///   - input: The file, relative to the directory.
    ///   - format: The file's audio.
    ///   - file: The name of a file that is made, and removed again.
    /// - Returns: The rendering.
    /// - Throws: ``Refusal`` where the program fails, or what it wrote holds no audio; `Cancelled`.
    func audio(
        _ peer: Peer,
        at rate: PlaybackRate,
        from input: String,
        as format: AudioSamples,
        through file: String
    ) throws -> AudioSamples {
        let own = "\(folder)/\(file)"
        defer { try? NewFile.remove(own) }
        try PeerRenderer(peer: peer, cancellation: cancellation)
            .render(at: rate, from: "\(folder)/\(input)", to: own)
        guard let audio = try? AudioFile.read(own, as: format), audio.frameCount > 0 else {
            throw Refusal(words: "\(peer.rawValue) wrote no audio that can be read.")
        }
        return audio
    }

    /// The number of samples that a rendering should have.
    ///
    /// It comes from the plan, whose times may lie between two samples. Headers may state a wrong end; then it comes from the number of
    /// the source's samples.
    func expectedLength(_ section: ComparisonPlan.Section, source: AudioSamples) throws -> Int {
        let sampleRate = Int32(source.sampleRate)
        let planned = try plan.composition.firstTrack(of: .audio).duration.ticks(over: sampleRate, rounding: .nearest)
        guard planned == Int64(source.frameCount) else {
            return Int(SampleMap.constant(section.rate).outputLength(sourceLength: Int64(source.frameCount)))
        }
        return Int(try section.duration.ticks(over: sampleRate, rounding: .nearest))
    }

    /// Writes a WAV of the directory.
    func write(_ audio: AudioSamples, to file: String) throws {
        try AudioFile.write(audio, to: "\(folder)/\(file)", as: .wav)
    }

    /// Writes the video at a rate.
    ///
    /// - Parameter section: Where it belongs.
    /// - Returns: The name of the file; `nil` where there is no video.
    /// - Throws: ``Refusal`` where the video has a fault; `ExportError` where it cannot be written.
    func video(_ section: ComparisonPlan.Section) throws -> String? {
        guard let export = section.video, let file = section.videoFile else { return nil }
        do {
            _ = try Exporter(plan: export).run(to: "\(folder)/\(file)", cancellation: cancellation)
        } catch {
            guard error.code.isOfVideo else { throw error }
            throw Refusal(words: "The page shows no video: \(error).")
        }
        return file
    }

    private func audioPlan(_ rate: PlaybackRate, _ algorithm: PitchAlgorithm) throws -> ExportPlan {
        var settings = ExportSettings()
        settings.pitch = algorithm
        settings.audio = AudioEncoding(codec: .pcm)
        return try ExportPlan(
            try plan.audio(at: rate),
            of: [plan.input],
            settings: settings,
            container: .wav
        )
    }
}

extension ExportError.Code {
    /// Whether it is the video itself that has a fault. The audio can be compared all the same.
    fileprivate var isOfVideo: Bool {
        switch self {
        case .inputUnreadable, .damaged, .nothingToExport, .nothingPlayed, .frameEndless, .sampleTooLong, .timesTooFine,
            .encrypted,
            .unsupported:
            true
        default: false
        }
    }
}
