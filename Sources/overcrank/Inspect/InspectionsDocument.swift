internal import Export
internal import MediaTime

/// `inspect --json` of several files.
struct InspectionsDocument: Encodable {
    let files: [InspectionDocument]
    /// Each file but the first, compared with the first.
    let together: [Item]

    struct Item: Encodable {
        let file: String
        let reference: String
        /// `num/den` seconds by which the file begins later.
        let offset: String?
        let offsetSeconds: Double?
        let overlap: Overlap?
    }

    /// The same instants in the asset time of each, `num/den` seconds.
    struct Overlap: Encodable {
        let start: String
        let referenceStart: String
        let duration: String
        let durationSeconds: Double
    }

    init(_ inspections: [MediaInspection], _ together: [RecordedTogether]) {
        files = inspections.map(InspectionDocument.init)
        self.together = together.map { item in
            Item(
                file: item.file,
                reference: item.reference,
                offset: item.time?.offset.fraction,
                offsetSeconds: item.time?.offset.seconds,
                overlap: item.overlap.map { overlap in
                    Overlap(
                        start: overlap.file.start.fraction,
                        referenceStart: overlap.reference.start.fraction,
                        duration: overlap.file.duration.fraction,
                        durationSeconds: overlap.file.duration.seconds
                    )
                }
            )
        }
    }
}
