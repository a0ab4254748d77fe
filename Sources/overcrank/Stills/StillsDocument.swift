internal import Export
internal import MediaTime

/// `stills --json`.
struct StillsDocument: Encodable {
    let input: String
    let format: String
    let files: [File]
    /// Frames that could not be decoded.
    let missing: [Frame]
    let warnings: [String]
    let damage: [DamageDocument]
    let damageCount: Int

    struct File: Encodable {
        let file: String
        let width: Int
        let height: Int
        /// One; of a sheet all, row by row.
        let frames: [Frame]
    }

    struct Frame: Encodable {
        /// Counted from 0.
        let frame: Int64
        /// `num/den` seconds.
        let instant: String
        let instantSeconds: Double

        init(_ still: Still) {
            frame = still.number
            instant = still.instant.fraction
            instantSeconds = still.instant.seconds
        }
    }

    init(_ report: StillReport, _ exporter: StillExporter) {
        input = exporter.plan.media.path
        format = exporter.format.rawValue
        files = report.files.map {
            File(file: $0.path, width: $0.width, height: $0.height, frames: $0.stills.map(Frame.init))
        }
        missing = report.missing.map(Frame.init)
        warnings = exporter.plan.warnings(for: exporter.format)
        damage = report.damage.map(DamageDocument.init)
        damageCount = report.damageCount
    }
}
