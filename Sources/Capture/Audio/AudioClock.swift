internal import Glibc

/// Learns from the instants of blocks of audio how fast the audio card's clock really goes.
///
/// The system says when a block came, but not to the sample: the instants jitter by what interrupts and schedulers make of
/// them. A delay-locked loop of second order follows their mean (F. Adriaensen, "Using a DLL to filter time", Linux Audio
/// Conference 2005).
struct AudioClock {
    /// Seconds since any fixed instant at which the next sample is due.
    private(set) var next: Double
    /// Seconds from one sample to the next.
    private(set) var period: Double
    private let nominalPeriod: Double
    private var elapsed: Double = 0

    /// Times a second that the loop follows changes: jitter is smoothed over some ten seconds, once it has settled.
    private static let settledBandwidth = 0.02
    private static let firstBandwidth = 0.5
    /// How long it takes to settle, in seconds.
    private static let settling = 20.0
    /// The largest error that the clock of a card can have. A timestamp that says more is wrong.
    private static let greatestDrift = 0.005

    /// A clock whose first sample comes at an instant.
    init(start: Double, sampleRate: Int) {
        next = start
        nominalPeriod = 1 / Double(sampleRate)
        period = nominalPeriod
    }

    /// Takes note of a block and returns the instant of its first sample, smoothed.
    mutating func take(sampleCount: Int, at instant: Double) -> Double {
        let start = next
        let duration = Double(sampleCount) * nominalPeriod
        let part = min(1, elapsed / Self.settling)
        let bandwidth = Self.firstBandwidth + (Self.settledBandwidth - Self.firstBandwidth) * part
        let omega = 2 * .pi * bandwidth * duration
        let error = instant - start
        next = start + 2.0.squareRoot() * omega * error + Double(sampleCount) * period
        period += omega * omega * error / Double(max(1, sampleCount))
        period = min(max(period, nominalPeriod * (1 - Self.greatestDrift)), nominalPeriod * (1 + Self.greatestDrift))
        elapsed += duration
        return start
    }

    /// Goes on from an instant after a gap, as fast as before.
    mutating func restart(at instant: Double) { next = instant }

    /// How much faster than stated the card's clock goes, in millionths: one that counts more samples than it should in a
    /// second is fast. `nil` before the loop has settled, when it says more of the jitter than of the clock.
    var drift: Double? { elapsed < Self.settling ? nil : (nominalPeriod / period - 1) * 1_000_000 }
}
