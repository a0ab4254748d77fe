/// The level of audio over a few milliseconds, in cells of a millisecond, and the events in it.
struct EventEnvelope {
    /// The first cell's first sample.
    let start: Int
    /// The length of a cell in samples.
    let cell: Int
    /// For each cell the root mean square of the window that begins with it.
    let levels: [Float]

    /// Computes the envelope of a part of the audio.
    ///
    /// - Parameters:
    ///   - samples: The audio.
    ///   - range: The part.
    ///   - sampleRate: In hertz.
    ///   - seconds: The length of the window. It must be so long that one burst of noise is not taken for several events.
    init(_ samples: [Float], in range: Range<Int>, sampleRate: Int, window seconds: Double) {
        let cell = max(sampleRate / 1000, 1)
        let width = max(Int(seconds * 1000), 1)
        // At the end of the audio, the window goes on over silence.
        let energies = stride(from: range.lowerBound, to: range.upperBound, by: cell).map { start in
            Float(samples[start..<min(start + cell, range.upperBound)].energy)
        }
        start = range.lowerBound
        self.cell = cell
        levels = energies.indices.map { index in
            let sum = energies[index..<min(index + width, energies.count)].reduce(0, +)
            return (sum / Float(width * cell)).squareRoot()
        }
    }

    /// The first sample of a cell. For a burst it is where the window with the most energy begins.
    func sample(ofCell index: Int) -> Int { start + index * cell }

    /// The index of the cell at a sample position. The index may be out of range.
    func cell(ofSample position: Double) -> Int { Int(((position - Double(start)) / Double(cell)).rounded()) }

    /// The cells of the peaks above a threshold. Between two peaks the level falls to a third of the first one, and rises to
    /// three times the lowest level.
    func peaks(above threshold: Float) -> [Int] {
        var peaks: [Int] = []
        var (peak, valley) = (0, Float.infinity)
        var isRising = true
        for index in levels.indices {
            if isRising {
                if levels[index] > levels[peak] { peak = index }
                if levels[index] < levels[peak] / 3 {
                    if levels[peak] > threshold { peaks.append(peak) }
                    (isRising, valley) = (false, levels[index])
                }
            } else {
                valley = min(valley, levels[index])
                if levels[index] > max(3 * valley, threshold / 3) { (isRising, peak) = (true, index) }
            }
        }
        if isRising, !levels.isEmpty, levels[peak] > threshold { peaks.append(peak) }
        return peaks
    }
}
