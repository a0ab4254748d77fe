internal import Export
internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import TimeStretch

/// Renders the clip and the test program by every algorithm, and measures the results.
struct TestBench: Sendable {
    /// At one rate latency and memory are measured on this much of the program, in seconds. By then every buffer is in use.
    private static let footprintSeconds = 1

    private let clip: ClipRenderer
    private let source: AudioSamples
    private let program: TestProgram
    private let programAudio: AudioSamples
    private let inputIsProgram: Bool

    /// Writes the program to a file beside the clip.
    init(clip: ClipRenderer, source: AudioSamples) throws {
        self.clip = clip
        self.source = source
        program = TestProgram(sampleRate: source.sampleRate)
        programAudio = AudioSamples(program.samples, sampleRate: source.sampleRate, .init(channelCount: 2))
        inputIsProgram = ProgramRecognition.isProgram(source.samples, program.samples)
        try AudioFile.write(programAudio, to: "\(clip.folder)/\(Self.programName)", as: .wav)
    }

    static let programName = "program.wav"

    /// The report without the renderings.
    var report: ComparisonReport {
        let duration = RationalTime(Int64(source.frameCount), Int32(source.sampleRate))
        return ComparisonReport(
            input: clip.plan.input.path,
            sampleRate: source.sampleRate,
            channels: source.samples.channelCount,
            duration: duration.fraction,
            durationSeconds: duration.seconds,
            source: ClipRenderer.sourceName,
            program: Self.programName,
            inputIsProgram: inputIsProgram,
            levelsMatched: clip.plan.matchesLevels,
            rates: [],
            files: []
        )
    }

    /// What is to be said of every rate, in sentences.
    var remarks: [String] {
        source.samples.isSilent
            ? ["The clip is silent here: only the test program's figures say anything."] : []
    }

    /// An algorithm at a rate.
    struct Voice: Hashable, Sendable {
        var algorithm: PitchAlgorithm
        var rate: PlaybackRate
    }

    /// Latency and memory of all algorithms at all rates. They are measured one after the other, because no other thread may
    /// allocate memory meanwhile.
    func footprints() throws -> [Voice: StretcherCost.Footprint] {
        let length = min(programAudio.frameCount, Self.footprintSeconds * source.sampleRate)
        let beginning = programAudio.fitted(to: length).samples
        var footprints: [Voice: StretcherCost.Footprint] = [:]
        for section in clip.plan.sections {
            let map = try program.map(resembling: section.map)
            // Of several rates each is played.
            let audio = map.rates.lowerBound == map.rates.upperBound ? beginning : programAudio.samples
            for case .algorithm(let algorithm) in section.entries.map(\.origin) {
                if clip.cancellation.isCancelled { throw Cancelled() }
                footprints[Voice(algorithm: algorithm, rate: section.rate)] = try StretcherCost.footprint(
                    algorithm,
                    map,
                    audio,
                    sampleRate: source.sampleRate
                )
            }
        }
        return footprints
    }

    /// Makes and measures one rendering, and writes its audio files.
    func rendering(
        _ index: Int,
        of section: ComparisonPlan.Section,
        _ footprints: [Voice: StretcherCost.Footprint]
    ) throws -> ComparisonReport.Rendering {
        let entry = section.entries[index]
        let files = RenderingFiles(section: section, entry: entry)
        let expected = try clip.expectedLength(section, source: source)
        var rendering = ComparisonReport.Rendering(files, name: entry.name)
        let audio: AudioSamples
        var keepsPitch = true
        switch entry.origin {
        case .algorithm(let algorithm):
            keepsPitch = algorithm.abilities.keepsPitch
            audio = try clip.audio(algorithm, of: section, to: files.audio)
            rendering.algorithm = algorithm.rawValue
            let map = try program.map(resembling: section.map)
            let run = try StretcherCost.run(
                algorithm,
                map,
                programAudio.samples,
                sampleRate: source.sampleRate
            )
            let played = AudioSamples(run.rendering, sampleRate: source.sampleRate, programAudio.channelLayout)
            if let file = files.program { try clip.write(played, to: file) }
            rendering.measurements = try program.measure(
                rendering: run.rendering,
                through: map,
                keepsPitch: keepsPitch
            )
            rendering.cost = footprints[Voice(algorithm: algorithm, rate: section.rate)].map { footprint in
                ComparisonReport.Cost(
                    cpuSecondsPerSecond: run.processorSeconds / played.duration,
                    latencyMilliseconds: footprint.latencySeconds * 1000,
                    memoryBytes: footprint.heapBytes
                )
            }
        case .peer(let peer):
            func rendered(_ input: String, as format: AudioSamples) throws -> AudioSamples {
                try clip.audio(peer, at: section.rate, from: input, as: format, through: "\(files.audio).peer.wav")
            }
            audio = try rendered(ClipRenderer.sourceName, as: source)
            let played = try rendered(Self.programName, as: programAudio)
            // Both or neither: what is in no list would keep the directory from being replaced.
            try clip.write(audio, to: files.audio)
            if let file = files.program { try clip.write(played, to: file) }
            rendering.peer = peer.rawValue
            rendering.measurements = try program.measure(
                rendering: played.samples,
                through: .constant(section.rate)
            )
        case .file(let media):
            audio = try clip.audio(of: media.path, as: source, to: files.audio)
            rendering.against = media.path
            if inputIsProgram, clip.plan.playsSourceAsIs {
                rendering.measurements = try program.measure(
                    rendering: audio.samples,
                    through: .constant(section.rate)
                )
            }
        }
        if clip.plan.playsSourceAsIs {
            rendering.clip = try ClipMeasurements(
                of: audio.samples,
                to: source.samples,
                through: .constant(section.rate),
                sampleRate: source.sampleRate,
                keepsPitch: keepsPitch
            )
            rendering.similarity = try SelfSimilarity(
                of: audio.samples,
                to: source.samples,
                through: .constant(section.rate),
                sampleRate: source.sampleRate
            )
        }
        rendering.samples = audio.frameCount
        rendering.lengthErrorSamples = audio.frameCount - expected
        rendering.loudness = try Loudness.integrated(of: audio)
        return rendering
    }
}

extension ComparisonReport.Rendering {
    fileprivate init(_ files: RenderingFiles, name: String) {
        self.init(
            name: name,
            audio: files.audio,
            spectrogram: files.spectrogram,
            waveform: files.waveform,
            program: files.program,
            samples: 0,
            lengthErrorSamples: 0,
            matchingGainDecibels: 0
        )
    }
}
