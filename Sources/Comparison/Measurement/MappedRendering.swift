internal import TimeStretch

/// A rendering and the map that it should have followed: it finds the source's instants in the rendering.
struct MappedRendering {
    let samples: PlanarSamples
    /// The mean of all channels.
    let mid: [Float]
    let map: SampleMap
    let sampleRate: Int
    /// How much later everything is than the map says, in samples. Other programs may put silence in front.
    var delay = 0.0

    init(_ samples: PlanarSamples, through map: SampleMap, sampleRate: Int) {
        let limited = samples.limited
        self.samples = limited
        mid = limited.middle
        self.map = map
        self.sampleRate = sampleRate
    }

    /// The sample of the rendering that shows a source position, with the delay.
    func position(ofSource source: Double) -> Double {
        map.targetPosition(ofSource: source) - Double(map.firstOutput) + delay
    }

    /// The source position that a sample of the rendering shows, with the delay.
    func sourcePosition(at index: Int) -> Double {
        let shown = map.sourcePosition(at: Int64(index) - Int64(delay.rounded()) + map.firstOutput)
        return Double(shown.whole) + shown.fraction
    }

    /// The part of the rendering that shows a part of the source; empty where the rendering has none.
    func range(ofSource source: Range<Int>) -> Range<Int> {
        let start = Int(position(ofSource: Double(source.lowerBound)).rounded())
        let end = Int(position(ofSource: Double(source.upperBound)).rounded())
        return (start..<max(start, end)).clamped(to: mid.indices)
    }

    /// The slowest rate over a part of the rendering, taken every 10 ms.
    func slowestRate(over range: Range<Int>) -> Double {
        stride(from: range.lowerBound, to: range.upperBound, by: max(sampleRate / 100, 1)).reduce(.infinity) {
            min($0, map.rate(atSource: sourcePosition(at: $1)))
        }
    }

    /// A range without its ends: a tenth at each end, and at least 0.1 s where the range is long enough.
    static func steadyPart(of range: Range<Int>, sampleRate: Int) -> Range<Int> {
        let margin = max(range.count / 10, min(sampleRate / 10, range.count / 4))
        return range.lowerBound + margin..<range.upperBound - margin
    }

    /// The steady part of what shows a part of the source.
    func steadyRange(ofSource source: Range<Int>) -> Range<Int> {
        Self.steadyPart(of: range(ofSource: source), sampleRate: sampleRate)
    }
}
