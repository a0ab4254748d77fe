internal import Glibc

/// Where a frequency stands in a spectrogram that libavfilter draws with a logarithmic scale: `showspectrumpic`'s runs from
/// 20 Hz to half of the sample rate.
struct SpectrogramScale {
    /// In hertz.
    let sampleRate: Int

    /// The lowest frequency, in hertz, plus one: the filter takes the logarithm of one more.
    private static let lowest = 21.0

    /// The part of the height at which a frequency stands, from 0 at the bottom to 1 at the top.
    func height(of frequency: Double) -> Double {
        let highest = Double(sampleRate) / 2
        let position = log((frequency + 1) / Self.lowest) / log(highest / Self.lowest)
        return min(max(position, 0), 1)
    }

    /// The frequencies that an axis names, in hertz: those that do not stand at its very end.
    var ticks: [Double] { [100, 300, 1000, 3000, 10_000].filter { height(of: $0) < 0.97 } }
}
