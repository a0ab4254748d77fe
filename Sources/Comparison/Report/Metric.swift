/// One row of the table of figures, in the terminal and on the page.
public struct Metric: Sendable {
    /// What a figure is measured on.
    public enum Part: String, CaseIterable, Sendable {
        /// What the user gave.
        case clip = "this clip"
        /// Signals of which everything is known.
        case program = "test program"
        /// Nothing that is heard.
        case cost = "cost"
    }

    /// Which figures are better.
    public enum Aim: Sendable {
        case lower, higher
        /// The nearer to 0.
        case zero
        /// None: the figure is a fact.
        case none

        /// How far a figure is from the best that there can be: less is better.
        package func distance(of value: Double) -> Double {
            switch self {
            case .lower, .none: value
            case .higher: -value
            case .zero: value.magnitude
            }
        }

        /// In words; empty where none is.
        public var words: String {
            switch self {
            case .lower: "lower is better"
            case .higher: "higher is better"
            case .zero: "nearer to 0 is better"
            case .none: ""
            }
        }
    }

    /// In a few words.
    public let label: String
    /// Empty where the figure is a count.
    public let unit: String
    /// What it means, in one line.
    public let explanation: String
    /// Whether the page shows it beside the player.
    public let isHeadline: Bool
    /// What it is measured on.
    public let part: Part
    /// Which figures are better.
    public let aim: Aim
    private let decimals: Int
    private let figure: @Sendable (ComparisonReport.Rendering) -> Double?
    /// How many of the hits that the figure is of are not in it, because they are lost.
    private let missing: @Sendable (ComparisonReport.Rendering) -> Int?

    /// The figure; `nil` where it is not known.
    public func value(of rendering: ComparisonReport.Rendering) -> Double? { figure(rendering) }

    /// The figure as a text; `nil` where it is not known.
    public func text(of rendering: ComparisonReport.Rendering) -> String? {
        figure(rendering).map { Figure.text($0, decimals: decimals) }
    }

    /// The places of the renderings whose figure is the best: all that show the same one. None where all are alike, or where
    /// fewer than two have a figure. A figure of hits is the best only where no other rendering has more of them.
    public func best(among renderings: [ComparisonReport.Rendering]) -> Set<Int> {
        guard aim != .none else { return [] }
        let figures = renderings.indices.compactMap { index in
            figure(renderings[index]).map { (index: index, text: Figure.text($0, decimals: decimals), value: $0) }
        }
        guard let least = figures.min(by: { aim.distance(of: $0.value) < aim.distance(of: $1.value) }) else {
            return []
        }
        let rounded = Set([least.text, aim == .zero ? Figure.text(-least.value, decimals: decimals) : least.text])
        let best = figures.filter { rounded.contains($0.text) }.map(\.index)
        guard best.count < figures.count else { return [] }
        let lost = figures.map { missing(renderings[$0.index]) ?? 0 }.min()
        return Set(best.filter { missing(renderings[$0]) ?? 0 == lost })
    }

    private init(
        _ label: String,
        _ unit: String = "",
        _ part: Part,
        _ aim: Aim,
        isHeadline: Bool = false,
        decimals: Int,
        missing: @escaping @Sendable (ComparisonReport.Rendering) -> Int? = { _ in nil },
        _ explanation: String,
        _ value: @escaping @Sendable (ComparisonReport.Rendering) -> Double?
    ) {
        self.label = label
        self.unit = unit
        self.part = part
        self.aim = aim
        self.isHeadline = isHeadline
        self.decimals = decimals
        self.explanation = explanation
        self.missing = missing
        figure = value
    }
}

extension Metric {
    /// All rows, in the order of the table.
    public static let all: [Metric] = clip + timing + attacks + tones + image + cost

    private static let clip = [
        Metric("length error", "samples", .clip, .zero, decimals: 0, "Samples too many, or, negative, too few.") {
            Double($0.lengthErrorSamples)
        },
        Metric("loudness", "LUFS", .clip, .none, decimals: 1, "How loud it is (integrated, EBU R 128).") {
            $0.loudness
        },
        Metric(
            "level change",
            "dB",
            .clip,
            .none,
            decimals: 2,
            "Against the source, on average. No quality: slower, hits are further apart, and so softer on average."
        ) { $0.clip?.isSilent == true ? nil : $0.similarity?.levelDecibels },
        Metric(
            "partials lost",
            "%",
            .clip,
            .lower,
            isHeadline: true,
            decimals: 1,
            "Of what is held (strings, voices, chords), the share that lost half of its amplitude or more."
        ) { $0.clip?.partials?.lostPercent },
        Metric(
            "wobble",
            "dB",
            .clip,
            .lower,
            isHeadline: true,
            decimals: 2,
            "How much held tones sway in level that do not in the source."
        ) { $0.clip?.partials?.wobbleDecibels },
        Metric("hits missing", "", .clip, .lower, decimals: 0, "Hits of the clip that are not heard.") {
            $0.clip?.hits.map { Double($0.missing) }
        },
        Metric("hits doubled", "", .clip, .lower, decimals: 0, "Hits of the clip that are heard twice.") {
            $0.clip?.hits.map { Double($0.doubled) }
        },
        Metric(
            "hits, mean offset",
            "ms",
            .clip,
            .lower,
            isHeadline: true,
            decimals: 2,
            missing: { $0.clip?.hits?.missing },
            "How far hits are from where they belong."
        ) { $0.clip?.hits?.meanMilliseconds },
        Metric(
            "hits, level",
            "dB",
            .clip,
            .zero,
            decimals: 1,
            missing: { $0.clip?.hits?.missing },
            "The peaks of hits against the source's (median)."
        ) { $0.clip?.hits?.levelDecibels },
        Metric("side/mid error", "dB", .clip, .zero, decimals: 2, "How much wider (above 0) or narrower it sounds.") {
            $0.similarity?.stereo?.sideMidErrorDecibels
        },
        Metric(
            "coherence error",
            "",
            .clip,
            .lower,
            decimals: 3,
            "How much the likeness of left and right has changed."
        ) { $0.similarity?.stereo?.coherenceError },
        Metric(
            "likeness",
            "dB",
            .clip,
            .none,
            decimals: 1,
            "How like the source its spectra are: no quality, since a slower performance differs, too."
        ) { $0.similarity?.spectralConvergenceDecibels },
    ]

    private static let timing = [
        Metric(
            "sync, mean",
            "ms",
            .program,
            .lower,
            decimals: 2,
            missing: { $0.measurements?.events?.missing },
            "How far bursts stand from where they belong."
        ) { $0.measurements?.sync?.meanMilliseconds },
        Metric(
            "sync, worst",
            "ms",
            .program,
            .lower,
            decimals: 2,
            missing: { $0.measurements?.events?.missing },
            "The same of the burst that is farthest off."
        ) { $0.measurements?.sync?.worstMilliseconds },
        Metric("events missing", "", .program, .lower, decimals: 0, "Bursts that are not heard.") {
            $0.measurements?.events.map { Double($0.missing) }
        },
        Metric(
            "events doubled",
            "",
            .program,
            .lower,
            decimals: 0,
            "Bursts that are heard again: the stutter of frames that are repeated."
        ) { $0.measurements?.events.map { Double($0.doubled) } },
    ]

    private static let attacks = [
        Metric(
            "attack level",
            "dB",
            .program,
            .zero,
            isHeadline: true,
            decimals: 1,
            "The peaks of blows on wood against the source's (median); below 0 they were softened."
        ) { $0.measurements?.attack?.levelDecibels },
        Metric("attack, lowest", "dB", .program, .zero, decimals: 1, "The same of the blow that lost most.") {
            $0.measurements?.attack?.lowestLevelDecibels
        },
        Metric("pre-echo", "dB", .program, .lower, decimals: 1, "What is heard just before blows: smeared forward.") {
            $0.measurements?.attack?.preEchoDecibels
        },
        Metric(
            "hits missing",
            "",
            .program,
            .lower,
            decimals: 0,
            "Soft blows (25 dB below the others), and the one behind the start, that are not heard."
        ) { $0.measurements?.missingHits.map(Double.init) },
        Metric(
            "soft hits, worst",
            "ms",
            .program,
            .zero,
            decimals: 2,
            missing: { $0.measurements?.softHits?.missing },
            "How far the farthest of those soft blows that are heard is from where it belongs."
        ) { $0.measurements?.softHits?.worstMilliseconds },
        Metric(
            "soft hits, lowest",
            "dB",
            .program,
            .zero,
            decimals: 1,
            missing: { $0.measurements?.softHits?.missing },
            "The peak of the soft blow that lost most."
        ) { $0.measurements?.softHits?.lowestLevelDecibels },
        Metric(
            "early hit",
            "ms",
            .program,
            .zero,
            decimals: 2,
            "How far a blow 8 ms behind the start is from where it belongs."
        ) { $0.measurements?.earlyHit?.worstMilliseconds },
    ]

    private static let tones =
        TestProgram.Tone.allCases.map { name in
            Metric(
                "SINAD, \(name.rawValue)",
                "dB",
                .program,
                .higher,
                decimals: 1,
                "A steady tone's power against all else that is heard with it (\(name.rawValue) tone)."
            ) { $0.tone(name)?.sinadDecibels }
        } + [
            Metric(
                "pitch error",
                "cent",
                .program,
                .zero,
                decimals: 2,
                "The single tone's mean frequency against the source's."
            ) { $0.tone(.single)?.pitchErrorCents },
            Metric("flutter", "cent", .program, .lower, decimals: 3, "How much the single tone's frequency wavers.") {
                $0.tone(.single)?.flutterCents
            },
            Metric(
                "vibrato wobble",
                "dB",
                .program,
                .lower,
                decimals: 2,
                "How much a tone with vibrato sways in level."
            ) {
                $0.measurements?.vibratoWobbleDecibels
            },
            Metric(
                "chord, lost",
                "%",
                .program,
                .lower,
                decimals: 1,
                "Of a dying chord's partials, weak and panned ones too, the share that lost half of its amplitude."
            ) { $0.measurements?.chord?.lostPercent },
            Metric("chord, wobble", "dB", .program, .lower, decimals: 2, "How much the chord's partials sway in level.")
            {
                $0.measurements?.chord?.wobbleDecibels
            },
        ]

    private static let image = [
        Metric("side/mid error", "dB", .program, .zero, decimals: 2, "How much wider (above 0) or narrower noise is.") {
            $0.measurements?.stereo?.sideMidErrorDecibels
        },
        Metric("coherence error", "", .program, .lower, decimals: 3, "How much the likeness of left and right changed.")
        {
            $0.measurements?.stereo?.coherenceError
        },
        Metric(
            "convergence",
            "dB",
            .program,
            .none,
            decimals: 1,
            "How like the source the spectra of a sweep are: self-similarity, not quality."
        ) { $0.measurements?.spectralConvergenceDecibels },
        Metric("noise level", "dB", .program, .zero, decimals: 2, "The level of rendered noise against the source's.") {
            $0.measurements?.noiseLevelDecibels
        },
    ]

    private static let cost = [
        Metric(
            "CPU",
            "s/s",
            .cost,
            .lower,
            isHeadline: true,
            decimals: 4,
            "Processor time for each second that is heard, on one core, without decoding and encoding."
        ) { $0.cost?.cpuSecondsPerSecond },
        Metric("latency", "ms", .cost, .lower, decimals: 1, "How far the source must be ahead of the output at most.") {
            $0.cost?.latencyMilliseconds
        },
        Metric("memory", "MiB", .cost, .lower, decimals: 2, "The most memory that the algorithm holds at any time.") {
            $0.cost.map { Double($0.memoryBytes) / 1_048_576 }
        },
    ]
}

extension Measurements {
    /// Those of the soft blows and of the early one together that are lost.
    fileprivate var missingHits: Int? {
        let hits = [softHits, earlyHit].compactMap { $0?.missing }
        return hits.isEmpty ? nil : hits.reduce(0, +)
    }
}

extension ComparisonReport.Rendering {
    fileprivate func tone(_ name: TestProgram.Tone) -> Measurements.Tone? {
        measurements?.tones.first { $0.name == name }
    }
}
