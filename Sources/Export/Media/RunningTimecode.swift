internal import MediaSyntax
internal import MediaTime

/// The timecode of a movie through all of it. It may begin anew where recordings were put one behind the other.
struct RunningTimecode: Sendable {
    /// From an instant on, numbers are counted from a code.
    struct Start: Sendable {
        /// In asset time; that of the first may be before zero.
        let instant: RationalTime
        let code: Timecode
    }

    /// Numbers that are counted in a second.
    let rate: FrameRate
    /// In order of time; at least one.
    private let starts: [Start]

    /// `nil` where an edit list plays several parts of the track, where it counts at no rate, and where it drops numbers at one at which
    /// ``Timecode`` does not.
    ///
    /// - Parameters:
    ///   - track: What a movie says.
    ///   - origin: The time on the movie's own clock at asset time zero.
    init?(_ track: TimecodeTrack, origin: RationalTime) {
        let description = track.description
        guard let timescale = Int32(exactly: track.timescale),
            let rate = FrameRate(
                numerator: Int128(description.timescale),
                denominator: Int128(description.frameDuration)
            ), !description.dropsNumbers || Timecode.canDrop(at: rate),
            let midnight = Timecode.midnight(
                droppingNumbers: description.dropsNumbers,
                countedDownTo: description.allowsNegative
            )
        else { return nil }
        var first = RationalTime.zero
        if let edits = track.edits {
            guard let part = edits.onlyPart, let pause = Int64(exactly: part.pause),
                let movieTimescale = Int32(exactly: edits.movieTimescale),
                let shifted = try? RationalTime(pause, movieTimescale) - RationalTime(part.start, timescale)
            else { return nil }
            first = shifted
        }
        var starts: [Start] = []
        for sample in track.samples {
            guard let instant = try? first + RationalTime(sample.start, timescale) - origin,
                let passed = try? rate.time(ofFrame: Int64(sample.number)),
                let code = try? midnight.advanced(by: passed, at: rate)
            else { return nil }
            if let last = starts.last, (try? last.code.advanced(by: instant - last.instant, at: rate)) == code {
                continue
            }
            starts.append(Start(instant: instant, code: code))
        }
        if starts.isEmpty { return nil }
        (self.rate, self.starts) = (rate, starts)
    }

    /// The code of the frame that is shown at an instant of asset time.
    func code(at instant: RationalTime) throws(TimeOverflow) -> Timecode {
        let start = starts.last { $0.instant <= instant } ?? starts[0]
        return try start.code.advanced(by: instant - start.instant, at: rate)
    }

    /// Where it begins anew from an instant on and before another one, in asset time.
    func breaks(from start: RationalTime, before end: RationalTime) -> [Start] {
        starts.dropFirst().filter { start <= $0.instant && $0.instant < end }
    }
}
