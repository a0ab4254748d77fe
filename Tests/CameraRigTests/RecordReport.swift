import FoundationEssentials
import Testing

/// What `overcrank record --json` says, as far as the rig looks at it.
struct RecordReport: Decodable {
    struct Lost: Decodable {
        let sequence: Int
        let time: Int
        let flagged: Int
        let overflow: Int

        var total: Int { sequence + time + flagged + overflow }
    }

    struct File: Decodable {
        /// How much later it begins than the first camera's file.
        let offsetSeconds: Double?
    }

    /// Its number, where there are several.
    let camera: Int?
    let files: [File]
    let frames: Int
    let lost: Lost
    let ended: String

    /// The last line of the output is the document.
    init(parsing output: String, errors: String) throws {
        let line = try #require(output.split(separator: "\n").last, "\(errors)")
        self = try JSONDecoder().decode(RecordReport.self, from: Data(line.utf8))
    }
}

/// A line of `--log`.
struct LossLine: Decodable {
    let count: Int
    let seconds: Double

    init(parsing line: String) throws {
        self = try JSONDecoder().decode(LossLine.self, from: Data(line.utf8))
    }
}
