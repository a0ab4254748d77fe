internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// The timecode of the first frame that is shown. Containers state that of the source's first frame as metadata, and a trim
/// begins later.
struct StartTimecode {
    /// The instant of the first frame (asset time).
    let first: RationalTime
    /// Numbers a second that the source's timecode counts; `nil` where that is not known.
    let rate: FrameRate?
    /// Frames a second of the output; `nil` where that is not known.
    let outputRate: FrameRate?

    /// The metadata with the timecode of the output's first frame in place of that of the source's.
    func applied(to metadata: [MetadataItem]) -> [MetadataItem] {
        metadata.map { item in
            guard item.key.lowercased() == "timecode", let rate, let code = Timecode(item.value),
                let moved = try? code.advanced(by: first, at: rate)
            else { return item }
            let counted = outputRate.map { moved.converted(from: rate, to: $0) } ?? moved
            return MetadataItem(key: item.key, value: counted.description)
        }
    }
}

extension ExportPlanner {
    /// Of the first input, by its video.
    var startTimecode: StartTimecode {
        let video = input.mainVideo
        let segment = frameParts.first?.segments.first
        // A timecode track counts at a rate of its own, which may be that of another recording mode.
        let counted = input.tracks.first { $0.kind == .timecode }
            .flatMap { track in input.streams.first { $0.index == track.index }?.averageFrameRate }
            .flatMap { FrameRate(numerator: Int128($0.numerator), denominator: Int128($0.denominator)) }
        let claimed = video?.video?.claimedFrameRate
        let shown = frameParts.first?.claimedFrameRate ?? claimed
        let outputRate: FrameRate? =
            switch settings.timing {
            case .constantFrameRate(let rate): rate
            case .passthrough, .decimated: segment?.rate.flatMap { shown?.scaled(by: $0) }
            }
        // The muxer counts the output's timecode by the frames of the output.
        return StartTimecode(
            first: segment.flatMap { try? $0.sourceTime(ofTarget: $0.target.start) } ?? .zero,
            rate: counted ?? claimed,
            outputRate: outputRate
        )
    }
}
