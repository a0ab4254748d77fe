/// One row of the table of figures, in the terminal and on the page.
public struct Metric: Sendable {
    /// In a few words.
    public let label: String
    /// Empty where the figure is a count.
    public let unit: String
    /// What it means, in one or two sentences.
    public let explanation: String
    /// Whether the page shows it beside the player.
    public let isHeadline: Bool
    private let figure: @Sendable (ComparisonReport.Rendering) -> String?

    /// The figure as a text; `nil` where it is not known.
    public func text(of rendering: ComparisonReport.Rendering) -> String? { figure(rendering) }

    private init(
        _ label: String,
        _ unit: String = "",
        isHeadline: Bool = false,
        decimals: Int,
        _ explanation: String,
        _ value: @escaping @Sendable (ComparisonReport.Rendering) -> Double?
    ) {
        self.label = label
        self.unit = unit
        self.isHeadline = isHeadline
        self.explanation = explanation
        figure = { value($0).map { Figure.text($0, decimals: decimals) } }
    }
}

extension Metric {
    /// All rows, in the order of the table.
    public static let all: [Metric] = clip + timing + attacks + tones + image + cost

    private static let clip = [
        Metric("length error", "samples", decimals: 0, "Samples too many, or, negative, too few, in this clip.") {
            Double($0.lengthErrorSamples)
        },
        Metric("loudness", "LUFS", decimals: 1, "Integrated loudness of this clip after EBU R 128.") { $0.loudness },
        Metric(
            "likeness",
            "dB",
            decimals: 1,
            """
            Spectral convergence of this clip with its source: self-similarity, not quality. An ideal rendering at a \
            slower tempo scores worse than most algorithms do.
            """
        ) { $0.similarity?.spectralConvergenceDecibels },
    ]

    private static let timing = [
        Metric(
            "sync, mean",
            "ms",
            decimals: 2,
            "How far the test program's bursts stand from where they belong, on average."
        ) { $0.measurements?.sync?.meanMilliseconds },
        Metric("sync, worst", "ms", isHeadline: true, decimals: 2, "The same of the burst that is farthest off.") {
            $0.measurements?.sync?.worstMilliseconds
        },
        Metric("events missing", "", decimals: 0, "Bursts of the test program that are not heard.") {
            $0.measurements?.events.map { Double($0.missing) }
        },
        Metric(
            "events doubled",
            "",
            isHeadline: true,
            decimals: 0,
            "Bursts of the test program that are heard again: the stutter of frames that are repeated."
        ) { $0.measurements?.events.map { Double($0.doubled) } },
    ]

    private static let attacks = [
        Metric(
            "attack level",
            "dB",
            isHeadline: true,
            decimals: 1,
            "The peak of castanet-like attacks against the source's (median). Below 0 they were softened."
        ) { $0.measurements?.attack?.levelDecibels },
        Metric("attack, lowest", "dB", decimals: 1, "The same of the attack that lost most.") {
            $0.measurements?.attack?.lowestLevelDecibels
        },
        Metric(
            "pre-echo",
            "dB",
            decimals: 1,
            "The level just before attacks against the source's: what was smeared forward."
        ) {
            $0.measurements?.attack?.preEchoDecibels
        },
    ]

    private static let tones =
        TestProgram.Tone.allCases.map { name in
            Metric(
                "SINAD, \(name.rawValue)",
                "dB",
                isHeadline: name == .single,
                decimals: 1,
                "A steady tone's power against all else that is heard with it (\(name.rawValue) tone)."
            ) { $0.tone(name)?.sinadDecibels }
        } + [
            Metric("pitch error", "cent", decimals: 2, "The single tone's mean frequency against the source's.") {
                $0.tone(.single)?.pitchErrorCents
            },
            Metric("flutter", "cent", decimals: 3, "How the single tone's frequency wavers, as a root mean square.") {
                $0.tone(.single)?.flutterCents
            },
        ]

    private static let image = [
        Metric("side/mid error", "dB", decimals: 2, "How much wider (above 0) or narrower the stereo image has become.")
        {
            $0.measurements?.stereo?.sideMidErrorDecibels
        },
        Metric("coherence error", "", decimals: 3, "How much the likeness of left and right has changed, over bands.") {
            $0.measurements?.stereo?.coherenceError
        },
        Metric(
            "convergence",
            "dB",
            decimals: 1,
            "Spectral convergence of a sweep with its source: self-similarity, not quality. Lower is more alike."
        ) { $0.measurements?.spectralConvergenceDecibels },
        Metric("noise level", "dB", decimals: 2, "The level of rendered noise against the source's.") {
            $0.measurements?.noiseLevelDecibels
        },
    ]

    private static let cost = [
        Metric(
            "CPU",
            "s/s",
            isHeadline: true,
            decimals: 4,
            "Processor time for each second that is heard, on one core, without decoding and encoding."
        ) { $0.cost?.cpuSecondsPerSecond },
        Metric(
            "latency",
            "ms",
            decimals: 1,
            "The farthest that the source has to be ahead of the output, in source time."
        ) {
            $0.cost?.latencyMilliseconds
        },
        Metric("memory", "MiB", decimals: 2, "The most memory that the algorithm holds at any time.") {
            $0.cost.map { Double($0.memoryBytes) / 1_048_576 }
        },
    ]
}

extension ComparisonReport.Rendering {
    fileprivate func tone(_ name: TestProgram.Tone) -> Measurements.Tone? {
        measurements?.tones.first { $0.name == name }
    }
}
