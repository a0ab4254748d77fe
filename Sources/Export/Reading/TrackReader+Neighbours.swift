internal import FFmpeg
internal import MediaTime

extension TrackReader {
    /// The timestamps next to an instant (asset time). The reader stands anywhere afterwards.
    ///
    /// The next timestamp is sure only `withNext`: then the search goes on until no earlier one can come.
    ///
    /// With a decimation only the frames that it keeps count, from the key frame before the instant on.
    ///
    /// - Complexity: Reads from the key frame at or before the instant up to the instant.
    mutating func neighbours(
        of instant: RationalTime,
        decimation: FrameDecimation? = nil,
        withNext: Bool = false
    ) throws -> FrameNeighbours {
        var decimation = decimation
        var neighbours = FrameNeighbours(of: instant)
        try seek(to: instant)
        let packet = try Packet()
        // What is at the margin is looked at, too, whichever way the sum is rounded.
        let margin = FrameNeighbours.precision + (clock.track.grid?.lead.seconds ?? 0)
        // Nothing is presented before it is decoded.
        while try read(into: packet) {
            let limit = withNext ? neighbours.after?.seconds ?? .infinity : instant.seconds + margin
            if let decoded = clock.instant(packet.dts ?? packet.pts), decoded.seconds > limit { break }
            let isKept = decimation?.keeps(packet) ?? true
            if isKept, !packet.isDiscarded, let start = clock.instant(packet.pts), !clock.track.isMissing(start) {
                neighbours.add(start, stated: clock.stated(packet.pts), lasting: packet.duration)
            }
            packet.reset()
        }
        return neighbours
    }
}
