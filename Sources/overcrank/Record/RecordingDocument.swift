internal import Capture
internal import MediaTime

/// `record --json`: the last line of standard output.
struct RecordingDocument: Encodable {
    struct Lost: Encodable {
        let sequence: Int64
        let time: Int64
        let flagged: Int64
        let overflow: Int64
        let undecodable: Int64

        init(_ counts: LossCounts) {
            sequence = counts.sequence
            time = counts.time
            flagged = counts.flagged
            overflow = counts.overflow
            undecodable = counts.undecodable
        }
    }

    struct File: Encodable {
        let output: String
        let durationSeconds: Double
        let bytes: UInt64
        let frames: Int64
        /// Of the first frame, by the system's monotonic clock.
        let startTimestamp: String
        /// How much later it begins than the other camera's file, where several are recorded together.
        let offset: String?
        let offsetSeconds: Double?
        let offsetTo: String?

        init(_ file: RecordedFile) {
            output = file.path
            durationSeconds = file.duration.seconds
            bytes = file.bytes
            frames = file.frames
            startTimestamp = "\(file.start.value)/\(file.start.timescale)"
            offset = file.offset?.time.fraction
            offsetSeconds = file.offset?.time.seconds
            offsetTo = file.offset?.reference
        }
    }

    struct Audio: Encodable {
        let device: String
        let samples: Int64
        let lostSamples: Int64
        let driftPpm: Double?

        init(_ audio: RecordedAudio) {
            device = audio.device
            samples = audio.samples
            lostSamples = audio.lostSamples
            driftPpm = audio.drift
        }
    }

    let output: String
    /// Its number, where several are recorded together.
    let camera: Int?
    let durationSeconds: Double
    let bytes: UInt64
    let frames: Int64
    let files: [File]
    let requested: String?
    let granted: String?
    let measured: Double?
    let lost: Lost
    /// Of these, those that are missing between the first frame and the end of a file.
    let lostWithinFiles: Int64?
    let audio: Audio?
    let ended: String
    let notes: [String]
    /// What was wrong with the audio, in words.
    let warnings: [String]
    let log: String?
    /// Since the end of the recording before.
    let gapSeconds: Double?
    /// Files of the series that were deleted meanwhile.
    let deleted: [String]?

    init(
        _ summary: RecordingSummary,
        _ settings: RecordingSettings,
        camera: Int?,
        gap: RationalTime?,
        deleted: [String]
    ) {
        self.deleted = deleted.isEmpty ? nil : deleted
        // The names of a series' files are known when they are there.
        output = settings.path
        self.camera = camera
        files = summary.files.map(File.init)
        // Sums of rounded numbers end in 0.9999999999999999.
        let duration = summary.files.reduce(RationalTime?.some(.zero)) { sum, file in
            sum.flatMap { try? $0 + file.duration }
        }
        durationSeconds = duration?.seconds ?? files.reduce(0) { $0 + $1.durationSeconds }
        bytes = files.reduce(0) { $0 + $1.bytes }
        frames = files.reduce(0) { $0 + $1.frames }
        requested = summary.requested.map { "\($0.numerator)/\($0.denominator)" }
        granted = summary.granted.statedRate.map { "\($0.numerator)/\($0.denominator)" }
        measured = summary.measuredRate
        lost = Lost(summary.lost)
        lostWithinFiles = summary.lostWithinFiles
        audio = summary.audio.map(Audio.init)
        ended = summary.end.rawValue
        notes = summary.notes
        warnings = summary.audioWarnings.map(\.description)
        log = summary.logPath
        gapSeconds = gap?.seconds
    }
}
