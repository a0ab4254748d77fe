/// The level of an audio over a few milliseconds, cell by cell, and the events that stand out in it.
struct EventEnvelope {
    /// The first cell's first sample.
    let start: Int
    /// In samples.
    let cell: Int
    /// The root mean square over the cells of a window from each cell on.
    let levels: [Float]

    /// The envelope of a part of an audio.
    ///
    /// - Parameters:
    ///   - samples: The audio.
    ///   - range: The part.
    ///   - sampleRate: In hertz.
    ///   - seconds: The window; long enough that noise does not fall into several events.
    init(_ samples: [Float], in range: Range<Int>, sampleRate: Int, window seconds: Double) {
        let cell = max(sampleRate / 1000, 1)
        let width = max(Int(seconds * 1000), 1)
        // The window runs out of the audio at the end, over silence.
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

    /// The first sample of a cell: for what sets in at once and dies away, where the window that holds most of it begins.
    func sample(ofCell index: Int) -> Int { start + index * cell }

    /// The cell of a sample position; there need not be one.
    func cell(ofSample position: Double) -> Int { Int(((position - Double(start)) / Double(cell)).rounded()) }

    /// The cells of the peaks above a threshold that stand out: between two of them the level falls to a third of the
    /// one before and rises to three times what it fell to.
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
