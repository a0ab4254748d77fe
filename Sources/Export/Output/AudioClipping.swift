internal import MediaTime

/// Audio beyond full scale: it was cut off where samples became whole numbers, or is cut off by players.
public struct AudioClipping: Hashable, Sendable {
    /// How many samples of all channels lie more than a tenth of a decibel beyond full scale.
    public let samples: Int64
    /// How many these are of all, from 0 to 1.
    public let share: Double
    /// The greatest magnitude; full scale is 1.
    public let peak: Double

    /// Both, of two tracks: the one that is worse.
    static func worse(_ one: AudioClipping?, _ other: AudioClipping?) -> AudioClipping? {
        guard let one, let other else { return one ?? other }
        return one.share < other.share ? other : one
    }

    /// What the user should know.
    public var warning: String {
        let percent = share < 0.0001 ? "less than 0.01" : (share * 100).text(decimals: 2)
        let level = peak.text(decimals: 2)
        return
            "\(percent) % of the audio's samples are beyond full scale (up to \(level) times), and clipped: lower its level first, or "
            + "export 32-bit float audio as pcm to wav, mov or mkv, where it keeps its range"
    }
}
