internal import Export
internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import TimeStretch

/// Has every algorithm play the clip and the test programme, and measures what comes of it.
struct TestBench: Sendable {
    /// The beginning of the programme that latency and memory are measured on: by then every buffer is in use.
    private static let footprintSeconds = 1

    private let clip: ClipRenderer
    private let source: Sound
    private let programme: TestProgram
    private let programmeSound: Sound
    private let inputIsProgramme: Bool

    /// Writes the programme beside the clip.
    init(clip: ClipRenderer, source: Sound) throws {
        self.clip = clip
        self.source = source
        programme = TestProgram(sampleRate: source.sampleRate)
        programmeSound = Sound(programme.samples, sampleRate: source.sampleRate, .init(channelCount: 2))
        inputIsProgramme = ProgrammeRecognition.isProgramme(source.samples, programme.samples)
        try SoundFile.write(programmeSound, to: "\(clip.folder)/\(Self.programmeName)", as: .wav)
    }

    static let programmeName = "programme.wav"

    /// The report, but for the renderings.
    var report: ComparisonReport {
        let duration = RationalTime(Int64(source.frameCount), Int32(source.sampleRate))
        return ComparisonReport(
            input: clip.plan.input.path,
            sampleRate: source.sampleRate,
            channels: source.samples.channelCount,
            duration: duration.fraction,
            durationSeconds: duration.seconds,
            source: ClipRenderer.sourceName,
            programme: Self.programmeName,
            inputIsProgramme: inputIsProgramme,
            levelsMatched: clip.plan.matchesLevels,
            rates: [],
            files: []
        )
    }

    /// Which algorithm at which rate.
    struct Voice: Hashable, Sendable {
        var algorithm: PitchAlgorithm
        var rate: PlaybackRate
    }

    /// Latency and memory of all algorithms at all rates, one after the other: nothing else may use memory meanwhile.
    func footprints() throws -> [Voice: StretcherCost.Footprint] {
        let length = min(programmeSound.frameCount, Self.footprintSeconds * source.sampleRate)
        let beginning = programmeSound.fitted(to: length).samples
        var footprints: [Voice: StretcherCost.Footprint] = [:]
        for section in clip.plan.sections {
            for case .algorithm(let algorithm) in section.entries.map(\.origin) {
                if clip.cancellation.isCancelled { throw Cancelled() }
                footprints[Voice(algorithm: algorithm, rate: section.rate)] = try StretcherCost.footprint(
                    algorithm,
                    section.rate,
                    beginning,
                    sampleRate: source.sampleRate
                )
            }
        }
        return footprints
    }

    /// One rendering, measured; its files are written but for the pictures.
    func rendering(
        _ index: Int,
        of section: ComparisonPlan.Section,
        _ footprints: [Voice: StretcherCost.Footprint]
    ) throws -> ComparisonReport.Rendering {
        let entry = section.entries[index]
        let files = RenderingFiles(section: section, entry: entry)
        let expected = try clip.expectedLength(section, source: source)
        var rendering = ComparisonReport.Rendering(files, name: entry.name)
        let sound: Sound
        switch entry.origin {
        case .algorithm(let algorithm):
            sound = try clip.sound(algorithm, of: section, to: files.sound)
            rendering.algorithm = algorithm.rawValue
            let map = try programme.map(resembling: section.map)
            let run = try StretcherCost.run(
                algorithm,
                map,
                programmeSound.samples,
                sampleRate: source.sampleRate
            )
            let played = Sound(run.rendering, sampleRate: source.sampleRate, programmeSound.channelLayout)
            if let file = files.programme { try SoundFile.write(played, to: "\(clip.folder)/\(file)", as: .wav) }
            rendering.measurements = try programme.measure(rendering: run.rendering, through: map)
            rendering.cost = footprints[Voice(algorithm: algorithm, rate: section.rate)].map { footprint in
                ComparisonReport.Cost(
                    cpuSecondsPerSecond: run.processorSeconds / played.duration,
                    latencyMilliseconds: footprint.latencySeconds * 1000,
                    memoryBytes: footprint.heapBytes
                )
            }
        case .file(let media):
            sound = try clip.sound(of: media, as: source, to: files.sound)
            rendering.against = media.path
            if inputIsProgramme, clip.playsSourceAsIs {
                rendering.measurements = try programme.measure(
                    rendering: sound.samples,
                    through: .constant(section.rate)
                )
            }
        }
        if clip.playsSourceAsIs {
            rendering.similarity = try SelfSimilarity(
                of: sound.samples,
                to: source.samples,
                through: .constant(section.rate),
                sampleRate: source.sampleRate
            )
        }
        rendering.samples = sound.frameCount
        rendering.lengthErrorSamples = sound.frameCount - expected
        rendering.loudness = try Loudness.integrated(of: sound)
        return rendering
    }
}

/// Tells whether a clip is the test programme.
enum ProgrammeRecognition {
    /// Half a step of 16-bit samples, and as much again for dither.
    private static let tolerance: Float = 1 / 32_768

    static func isProgramme(_ samples: PlanarSamples, _ programme: PlanarSamples) -> Bool {
        guard samples.channelCount == programme.channelCount, samples.frameCount == programme.frameCount else {
            return false
        }
        return zip(samples.channels, programme.channels).allSatisfy { own, other in
            zip(own, other).allSatisfy { ($0 - $1).magnitude <= tolerance }
        }
    }
}

extension ComparisonReport.Rendering {
    fileprivate init(_ files: RenderingFiles, name: String) {
        self.init(
            name: name,
            sound: files.sound,
            spectrogram: files.spectrogram,
            waveform: files.waveform,
            programme: files.programme,
            samples: 0,
            lengthErrorSamples: 0,
            matchingGainDecibels: 0
        )
    }
}
