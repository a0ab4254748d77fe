/// Where a burst sets in.
enum Onset {
    /// The share of a burst's energy that has come when it sets in. A burst of the program brings more with its first
    /// sample at usual sample rates; the foot of a smeared one and a floor 40 dB below bring less.
    private static let share = 0.025

    /// The instant in which the energy of a range, summed up, reaches its share; a sample's lies evenly around it.
    ///
    /// It needs no waveform to compare with, so it does justice to copied, stretched and smeared bursts alike.
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
