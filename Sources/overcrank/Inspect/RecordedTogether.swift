internal import Export
internal import MediaTime

/// Where the instants of a recording lie in another one, where both were made by one clock.
struct RecordedTogether {
    let file: String
    /// The first of all files, with which the others are compared.
    let reference: String
    /// `nil` where the files do not say that they were made by one clock.
    let time: CommonTime?
    /// What both show; `nil` where that is nothing, or not known.
    let overlap: (reference: TimeRange, file: TimeRange)?

    /// Each file but the first, compared with that.
    static func all(_ inspections: [MediaInspection]) throws -> [RecordedTogether] {
        guard let first = inspections.first else { return [] }
        return try inspections.dropFirst().map { try RecordedTogether($0, first) }
    }

    private init(_ inspection: MediaInspection, _ first: MediaInspection) throws {
        (file, reference) = (inspection.media.path, first.media.path)
        if let clock = RecordedClock(first.media), let other = RecordedClock(inspection.media) {
            time = CommonTime(clock, other)
        } else {
            time = nil
        }
        overlap = try time?.overlap(
            TimeRange(start: .zero, duration: first.duration),
            TimeRange(start: .zero, duration: inspection.duration)
        ).map { ($0.first, $0.second) }
    }

    var lines: [String] {
        let head = "together    "
        guard let time else {
            return [head + "\(file) does not say that it was recorded by the same clock as \(reference)"]
        }
        let offset = head + "\(file) begins " + OffsetText.text(time.offset, to: reference)
        guard let overlap else { return [offset + "; they have no instant in common"] }
        return [
            offset, "            \(overlap.reference.start.clock) to \(overlap.reference.end.clock) of \(reference) is",
            "            \(overlap.file.start.clock) to \(overlap.file.end.clock) of \(file)",
        ]
    }
}
