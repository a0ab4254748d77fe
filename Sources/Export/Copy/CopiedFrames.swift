internal import FFmpeg
internal import MediaFormats
public import MediaTime

extension ExportPlan {
    /// How many frames the first video track presents, where all or some are copied; `nil` where none are. The source's packets
    /// are read as a copy reads them, and nothing is written.
    ///
    /// - Throws: ``ExportError`` where a file cannot be read.
    /// - Complexity: O(size of what is copied).
    public func countCopiedFrames() throws(ExportError) -> PresentedFrames? {
        try video.flatMap { video throws(ExportError) in try countCopiedFrames(of: video) }
    }

    /// How many frames a video track presents, where all or some are copied; `nil` where none are.
    ///
    /// - Throws: ``ExportError`` where a file cannot be read.
    /// - Complexity: O(size of what is copied).
    func countCopiedFrames(of video: TrackPlan) throws(ExportError) -> PresentedFrames? {
        var presentation = Presentation()
        let parts: [(part: TrackPart, isFollowed: Bool)]
        var leavesOutEarlier = false
        switch video.treatment {
        case .copy:
            let last = video.parts.count - 1
            parts = video.parts.enumerated().map { ($1, $0 < last) }
        case .stitch(let stitching, _):
            guard stitching.knowsFrames else { return nil }
            let last = stitching.stretches.count - 1
            parts = stitching.stretches.enumerated().compactMap { $1.action == .copy ? ($1.part, $0 < last) : nil }
            leavesOutEarlier = true
            presentation.encoded = stitching.encodedFrames
            presentation.shown = presentation.encoded
        default:
            return nil
        }
        for (part, isFollowed) in parts {
            let media = inputs[part.input]
            do {
                try video.count(
                    part,
                    of: media,
                    hides: container.traits.hasEditLists,
                    leavesOutEarlier,
                    isFollowed,
                    into: &presentation
                )
            } catch {
                throw ExportError(whileReading: media.path, error)
            }
        }
        return PresentedFrames(presentation, of: counts)
    }

    /// How long the result is presented, in target time, with the frames before the in point and after the out point that
    /// the container cannot hide.
    ///
    /// - Parameter copied: What ``countCopiedFrames()`` has found.
    /// - Returns: The duration of the file, as the export's report states it.
    public func presentedDuration(with copied: PresentedFrames?) -> RationalTime {
        let end = max(presentedDuration, copied?.leadOutEnd ?? .zero)
        return (try? end + (copied?.leadInDuration ?? .zero)) ?? end
    }
}

extension TrackPlan {
    /// Sends a part's packets through the stages that choose, and through none that change or write them.
    fileprivate func count(
        _ part: TrackPart,
        of media: MediaDescription,
        hides: Bool,
        _ leavesOutEarlier: Bool,
        _ isFollowed: Bool,
        into total: inout Presentation
    ) throws {
        var reader = try TrackReader(media, track: part.source)
        try reader.leavePayloads()
        let presentation = PresentationStage(part, hides: hides, next: EndStage())
        let outPoint = OutPointStage(part, next: presentation)
        var next: any PacketStage = outPoint
        if let decimation { next = DecimationStage(decimation, of: reader.stream.parameters, next: next) }
        let durations = try ShownDurations(of: part.source, reader)
        var source = try PacketSource(
            part,
            from: reader,
            durations: durations,
            hidesLeadIn: hides,
            leavesOutEarlier: leavesOutEarlier,
            isLater: false,
            isFollowed: isFollowed,
            decimation: decimation,
            damage: DamageLog()
        )
        try source.run(into: next)
        try presentation.add(to: &total, hiddenTail: outPoint.hiddenTail)
    }
}

/// Takes packets, and does nothing with them.
private struct EndStage: PacketStage {
    func take(_ packet: consuming CopiedPacket) {}
    func finish() {}
}
