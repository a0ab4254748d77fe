/// Where a burst begins.
enum Onset {
    /// A burst begins when this share of its energy has come. At usual sample rates the first sample of a burst has more
    /// than that. The beginning of a smeared burst, and a floor of noise 40 dB below it, have less.
    private static let share = 0.025

    /// The instant at which the sum of the energy reaches the share, in samples. The energy of a sample is spread evenly from
    /// half a sample before it to half a sample after it.
    ///
    /// It needs no waveform to compare with, so it treats copied, stretched and smeared bursts alike.
    static func instant(in samples: [Float], over range: Range<Int>) -> Double? {
        let range = range.clamped(to: samples.indices)
        let wanted = Onset.share * samples[range].energy
        guard wanted > 0 else { return nil }
        var sum = 0.0
        for index in range {
            let energy = Double(samples[index]) * Double(samples[index])
            if sum + energy >= wanted { return Double(index) + (wanted - sum) / energy - 0.5 }
            sum += energy
        }
        return nil
    }
}
