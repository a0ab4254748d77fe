internal import FFmpeg
internal import MediaTime

/// Holds what is written to the ``LongestSample`` of its container.
struct SampleLengths {
    private let longest: LongestSample
    private var tracks: [(label: String, timeBase: TimeBase, decoded: Int64?)]

    /// Of tracks by their labels, with their units of time in the container; `nil` where samples may last for ever.
    init?(_ longest: LongestSample?, labels: [String], timeBases: [TimeBase]) {
        guard let longest else { return nil }
        self.longest = longest
        tracks = zip(labels, timeBases).map { ($0, $1, nil) }
    }

    /// Looks at the next packet of its track, in decoding order.
    ///
    /// - Throws: ``ExportError``, `.sampleTooLong`.
    mutating func check(_ packet: borrowing Packet) throws(ExportError) {
        guard tracks.indices.contains(packet.streamIndex), let decoded = packet.dts ?? packet.pts else { return }
        let track = tracks[packet.streamIndex]
        tracks[packet.streamIndex].decoded = decoded
        if let before = track.decoded { try check(track, from: before, ticks: decoded &- before) }
        try check(track, from: packet.pts ?? decoded, ticks: packet.duration)
    }

    private func check(
        _ track: (label: String, timeBase: TimeBase, decoded: Int64?),
        from start: Int64,
        ticks: Int64
    ) throws(ExportError) {
        guard ticks >= LongestSample.limit, let start = track.timeBase.time(start),
            let length = track.timeBase.time(ticks),
            let refusal = longest.refusal(
                of: track.label,
                from: start,
                lasting: length,
                timescale: track.timeBase.denominator
            )
        else { return }
        throw refusal
    }
}
