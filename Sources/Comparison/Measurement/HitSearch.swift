internal import TimeStretch

/// Finds the hits of audio of any length, part after part: the envelope of all of it would take several times its memory.
enum HitSearch {
    /// Which hits are looked for.
    struct Criteria {
        /// The least rise, in decibels.
        let rise: Double
        /// The least level of the peak under the highest of all, in decibels.
        let level: Double
        /// The least time between two, in seconds.
        let distance: Double
    }

    /// The length of a part in seconds: of what was recorded at most so long, and of what is played at most so long.
    private static let (length, playedLength) = (1.0, 4.0)
    /// By what share the speed may change in a part, and how often that is looked for, in seconds of what is played.
    private static let (tolerance, probe) = (0.05, 0.01)

    /// The hits.
    ///
    /// - Parameters:
    ///   - samples: The audio.
    ///   - criteria: Which hits are wanted.
    ///   - sampleRate: Samples per second.
    ///   - speed: How fast audio is played, with its pitch, from a sample on. A part ends where it changes.
    /// - Returns: For each of the criteria its hits, in order.
    static func hits(
        of samples: PlanarSamples,
        _ criteria: [Criteria],
        sampleRate: Int,
        speed: (_ sample: Int) -> Double = { _ in 1 }
    ) -> [[HitEnvelope.Hit]] {
        var found = criteria.map { _ in [HitEnvelope.Hit]() }
        var highest = 0.0
        var start = 0
        while start < samples.frameCount {
            let played = speed(start)
            let rate = Double(sampleRate) / played
            let count = max(1, Int(min(length * rate, playedLength * Double(sampleRate))))
            let limit = min(start + count, samples.frameCount)
            let step = max(1, Int(probe * Double(sampleRate)))
            let end =
                stride(from: start + step, to: limit, by: step).first { abs(speed($0) / played - 1) > tolerance }
                ?? limit
            let envelope = HitEnvelope(of: samples, over: start..<end, sampleRate: rate)
            highest = max(highest, envelope.highest)
            for (index, wanted) in criteria.enumerated() {
                found[index] += envelope.hits(rising: wanted.rise, apart: wanted.distance)
            }
            start = end
        }
        return zip(found, criteria).map { hits, wanted in
            hits.filter { Decibels.power($0.peak, over: highest) >= wanted.level }
        }
    }
}
