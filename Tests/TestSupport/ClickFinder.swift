/// Finds the instants of clicks.
///
/// A click is the loudest part of the scene's audio. It begins where the signal first reaches a part of the loudest peak.
/// The tone of the scene is well below that.
package enum ClickFinder {
    /// A click begins where the signal reaches this part of the loudest peak.
    private static let threshold: Float = 0.4
    /// At all rates that tests use, clicks are further apart than this, in seconds.
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
