internal import MediaTime

extension ExportPlan {
    /// Adds warnings of frames that are encoded, and change their format on the way: of tracks of which not all packets were read yet.
    ///
    /// - Throws: ``ExportError`` where a file cannot be read.
    /// - Complexity: O(size of what is encoded).
    mutating func nameFormatChanges() throws(ExportError) {
        for track in tracks {
            guard case .encodeVideo = track.treatment else { continue }
            for (index, source) in track.playedVideo {
                let media = inputs[index]
                // Images say it when they are decoded: each is read once.
                if media.isOfImages { continue }
                let isKnown = media.surveyed == .whole || isMeasured && source.index == media.mainVideo?.index
                guard !isKnown else { continue }
                let ranges = track.parts.filter { $0.input == index }.flatMap { $0.segments.map(\.source) }
                do {
                    guard let change = try FormatScan.change(of: source, in: media, ranges.joined) else { continue }
                    warnings.append(track.warning(of: change, source, media.path))
                } catch {
                    throw ExportError(reading: media.path, error)
                }
            }
        }
    }
}

extension TrackPlan {
    /// What is played of video, one entry for each file.
    var playedVideo: [(input: Int, source: MediaTrack)] {
        guard treatment.isCarried, source.kind == .video else { return [] }
        return Set(parts.map(\.input)).sorted().compactMap { index in
            parts.first { $0.input == index }.map { (index, $0.source) }
        }
    }

    /// That frames of a file change their format on the way, and what becomes of them.
    func warning(of change: FormatChange, _ source: MediaTrack, _ path: String) -> String {
        let bars = change.isOfShape ? ", with bars beside those of another shape" : ""
        let result =
            switch treatment {
            case .encodeVideo where change.isOfSize: "encoded, all become as large as the first\(bars)"
            case .encodeVideo: "encoded, all become like the first"
            default: "copied, they stay so, and not every player shows that"
            }
        return "frames of \(source.label) of \(path) change on the way (\(change)): \(result)"
    }
}

extension [TimeRange] {
    /// The same without overlaps, in their order in time; what follows on what is one.
    fileprivate var joined: [TimeRange] {
        var joined: [TimeRange] = []
        for range in sorted(by: { $0.start < $1.start }) {
            if let last = joined.last, range.start <= last.end {
                let end = Swift.max(last.end, range.end)
                if let both = try? TimeRange(start: last.start, end: end) { joined[joined.count - 1] = both }
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
