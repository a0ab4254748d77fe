/// Finds the instants of clicks.
///
/// A click is the loudest thing in the scene's audio, so its onset is where the signal first reaches a good part of
/// the loudest peak. The tone beneath is well below that.
package enum ClickFinder {
    /// What part of the loudest peak an onset reaches.
    private static let threshold: Float = 0.4
    /// No two clicks are as close as this, at any rate that tests use (seconds).
    private static let separation = 0.1

    /// Seconds from the first sample to each click.
    package static func clicks(in samples: [Float], sampleRate: Int) -> [Double] {
        let level = (samples.map(\.magnitude).max() ?? 0) * threshold
        let separation = Int(Double(sampleRate) * separation)
        var clicks: [Double] = []
        var index = 0
        while index < samples.count {
            if samples[index].magnitude > level {
                clicks.append(Double(index) / Double(sampleRate))
                index += separation
            } else {
                index += 1
            }
        }
        return clicks
    }
}
