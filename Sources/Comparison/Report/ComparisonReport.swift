/// What a comparison found. `results.json` holds this value; the names of its fields are stable.
public struct ComparisonReport: Codable, Sendable {
    /// The value of ``generator``. It marks a directory as one that a comparison made.
    public static let generator = "overcrank compare"

    /// Who made the directory.
    public var generator = ComparisonReport.generator
    /// The clip's path, as it was given.
    public var input: String
    /// Samples a second of the clip and of all renderings.
    public var sampleRate: Int
    /// Channels of the clip and of all renderings.
    public var channels: Int
    /// How long the compared part lasts, in source time: `num/den` seconds.
    public var duration: String
    /// As ``duration``, rounded.
    public var durationSeconds: Double
    /// The file with the compared part, unchanged, for other programs to render.
    public var source: String
    /// The file with the test program, for other programs to render.
    public var program: String
    /// Whether the clip is the test program. If so, other programs' renderings of it are measured as ours are.
    public var inputIsProgram: Bool
    /// Whether the files were brought to one loudness.
    public var levelsMatched: Bool
    /// One for each rate.
    public var rates: [Rate]
    /// All files of the directory, relative to it.
    public var files: [String]

    /// Everything at one rate.
    public struct Rate: Codable, Sendable {
        /// Source time ÷ target time: `1/2`.
        public var rate: String
        /// In target time: `num/den` seconds.
        public var duration: String
        /// As ``duration``, rounded.
        public var durationSeconds: Double
        /// The video that plays beside the audio; `nil` where there is none.
        public var video: String?
        /// Why an algorithm is missing.
        public var notes: [String]
        /// In the order of the table.
        public var renderings: [Rendering]
    }

    /// One rendering.
    public struct Rendering: Codable, Sendable {
        /// The algorithm's name or the other file's.
        public var name: String
        /// The algorithm; `nil` for another program's rendering.
        public var algorithm: String?
        /// The other program that was run.
        public var peer: String?
        /// The other program's file, as it was given.
        public var against: String?
        /// The WAV.
        public var audio: String
        /// Frequencies over time, a WebP image.
        public var spectrogram: String
        /// Amplitude over time, a PNG.
        public var waveform: String
        /// The test program, rendered the same way: a WAV.
        public var program: String?
        /// Samples in each channel, as rendered.
        public var samples: Int
        /// Samples too many, or, negative, too few.
        public var lengthErrorSamples: Int
        /// Integrated loudness of the file, EBU R 128, in LUFS; `nil` for silence and for less than 400 ms.
        public var loudness: Double?
        /// The gain that brings the file to the loudness of the softest one, in decibels.
        public var matchingGainDecibels: Double
        /// Measured on the clip itself; `nil` where the clip has edits that change its speed.
        public var similarity: SelfSimilarity?
        /// Measured on the clip itself: what is held, and what is struck; `nil` where the clip has edits that change its speed.
        public var clip: ClipMeasurements?
        /// What the algorithm costs; `nil` for another program's rendering.
        public var cost: Cost?
        /// Measured on the test program; `nil` for another program's rendering of a clip.
        public var measurements: Measurements?
    }

    /// What an algorithm costs by itself, measured on the test program.
    public struct Cost: Codable, Sendable {
        /// Processor time by seconds of output, on one core.
        public var cpuSecondsPerSecond: Double
        /// How far the source is ahead of the output at most, in milliseconds of source time.
        public var latencyMilliseconds: Double
        /// The most memory that the algorithm holds at any time, in bytes.
        public var memoryBytes: Int
    }
}

extension ComparisonReport {
    /// The video of each rate and the files of its renderings, in the order of the table.
    var renderedFiles: [String] {
        rates.flatMap { rate in
            (rate.video.map { [$0] } ?? [])
                + rate.renderings.flatMap { rendering in
                    [rendering.audio, rendering.spectrogram, rendering.waveform]
                        + (rendering.program.map { [$0] } ?? [])
                }
        }
    }
}
