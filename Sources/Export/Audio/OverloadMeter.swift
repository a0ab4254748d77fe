internal import TimeStretch

/// Counts samples that are beyond full scale, which players and whole numbers cut off.
struct OverloadMeter: Sendable {
    /// A tenth of a decibel above full scale: what lies below is not heard as clipping.
    private static let limit: Float = 1.0116

    private var count: Int64 = 0
    private var all: Int64 = 0
    private var peak: Float = 0

    mutating func add(_ block: PlanarSamples) {
        for channel in block.channels {
            all += Int64(channel.count)
            var count = 0
            var peak = peak
            for sample in channel {
                let level = sample.magnitude
                if level > Self.limit { count += 1 }
                if level > peak { peak = level }
            }
            self.count += Int64(count)
            self.peak = peak
        }
    }

    /// What was found; `nil` where nothing is beyond full scale.
    var clipping: AudioClipping? {
        count == 0 ? nil : AudioClipping(samples: count, share: Double(count) / Double(all), peak: Double(peak))
    }
}
