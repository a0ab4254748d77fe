internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Looks whether the frames of stretches that are encoded are in the format that the headers of their file state: the encoder makes
/// frames of that one, and those next to them that are copied may be in another one.
struct StretchFormats {
    let inputs: [MediaDescription]

    /// Why frames of a stretch cannot be encoded like those next to them; `nil` where they can, or do not say their format.
    ///
    /// - Complexity: O(size of what is encoded).
    func mismatch(of part: TrackPart) throws -> String? {
        let media = inputs[part.input]
        let parameters = media.streams[part.source.index].parameters
        guard FrameSyntax(parameters) != nil, let initial = PictureFormats(parameters) else { return nil }
        var reader = try TrackReader(media, track: part.source)
        for (start, end) in ranges(of: part) {
            var formats = initial
            let size = PictureFormat(width: parameters.width, height: parameters.height)
            try reader.seek(to: start)
            let packet = try Packet()
            while try reader.read(into: packet) {
                defer { packet.reset() }
                let format = formats.take(packet)
                if let decoded = reader.clock.instant(packet.dts), decoded > end { break }
                guard let format, !formats.isStated(format, size: size), let instant = reader.clock.instant(packet.pts),
                    instant <= end
                else { continue }
                return "its frames change their format on the way: "
                    + "\(FormatChange([formats.stated ?? size, format])?.description ?? "")"
            }
        }
        return nil
    }

    /// From when to when frames of a part are shown (asset time), without what follows on what.
    private func ranges(of part: TrackPart) -> [(start: RationalTime, end: RationalTime)] {
        var ranges: [(start: RationalTime, end: RationalTime)] = []
        for segment in part.segments {
            let (start, end) = (segment.source.start, segment.source.end)
            if let last = ranges.last, last.end == start {
                ranges[ranges.count - 1].end = end
            } else {
                ranges.append((start, end))
            }
        }
        return ranges
    }
}
