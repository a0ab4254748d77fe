internal import MediaFormats
internal import MediaTime

/// How long a sample may last in a container that counts its tracks' time in timescales (MP4, MOV): libavformat's muxer counts that in 31 bits.
/// It refuses a frame that lasts longer, and what comes behind a longer pause it puts at another time.
struct LongestSample {
    let container: Container

    /// `nil` for containers in which a sample may last for ever.
    init?(in container: Container) {
        guard container.traits.hasTrackTimescales else { return nil }
        self.container = container
    }

    /// So many ticks and more do not fit.
    static let limit = Int64(Int32.max)

    /// The timescale that libavformat's muxer takes for video where another one is asked for.
    static func ofVideo(_ timescale: Int32) -> Int32 {
        var written = max(1, timescale)
        while written < 10_000 { written *= 2 }
        return written
    }

    /// That a sample of a track, by its label, lasts too long in so many ticks a second; `nil` where it does not. `start` is when it begins
    /// (target time), and `length` how long it is until the next one does.
    func refusal(of label: String, from start: RationalTime, lasting length: RationalTime, timescale: Int32)
        -> ExportError?
    {
        let longest = RationalTime(Self.limit, max(1, timescale))
        guard length >= longest else { return nil }
        return ExportError(
            .sampleTooLong,
            "in \(label) nothing follows \(start.clock) for \(length.clock), and \(container.rawValue) can say no more than "
                + "\(longest.clock)"
        )
    }
}
