internal import Glibc

/// A chord that is struck and dies away, as on a piano: partials that decay, weak ones among strong ones, each note from another
/// side.
struct TestChord: Hashable, Sendable {
    /// The fundamentals in hertz, and how far to the right each note is heard, from −1 to 1.
    let notes: [Note]

    struct Note: Hashable, Sendable {
        let fundamental: Double
        let pan: Double
    }

    /// The program's: C major in open position, from the left to the right.
    ///
    /// All partials are below half of the lowest sample rate.
    static let usual = TestChord(notes: [
        Note(fundamental: 130.81, pan: -0.6), Note(fundamental: 329.63, pan: 0.1), Note(fundamental: 523.25, pan: 0.7),
    ])

    /// So many partials has each note, each weaker than the one before by so much, in decibels.
    private static let (partials, slope) = (6, 6.0)
    /// The first partial dies away to 1/e in this time, in seconds; higher ones sooner.
    private static let decay = 1.4

    /// The two channels.
    ///
    /// - Parameters:
    ///   - age: how long ago the chord was struck, in seconds of source time.
    ///   - time: how long it has sounded. Where the clip is slowed and the pitch kept, that is longer.
    /// - Returns: A sample of each.
    func value(struck age: Double, sounding time: Double) -> (left: Double, right: Double) {
        var (left, right) = (0.0, 0.0)
        for note in notes {
            // The same power wherever a note is heard.
            let angle = (note.pan + 1) * .pi / 4
            for number in 1...Self.partials {
                // Strings are stiff: higher partials are a little sharp.
                let frequency = note.fundamental * Double(number) * (1 + 0.0002 * Double(number * number))
                let level = 0.12 * Decibels.amplitude(at: -Self.slope * Double(number - 1))
                let decayed = level * exp(-age * (1 + 0.15 * Double(number - 1)) / Self.decay)
                let sample = decayed * sin(2 * .pi * frequency * time + Double(number))
                left += cos(angle) * sample
                right += sin(angle) * sample
            }
        }
        return (left, right)
    }
}
