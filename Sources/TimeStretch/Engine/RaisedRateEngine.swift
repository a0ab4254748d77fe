/// Lets another engine work at a multiple of the sample rate.
///
/// For engines whose steps are a fixed number of samples. At a low sample rate these last too long for attacks, and too few
/// frames overlap.
final class RaisedRateEngine: StretchEngine {
    /// How many source samples are raised at a time.
    private static let blockLength = 256

    private let engine: any StretchEngine
    private let resampler: IntegerResampler
    private let channelCount: Int
    /// The source at the higher rate.
    private var raised: SourceWindow
    /// The engine's output at the higher rate.
    private var stretched: SourceWindow
    /// The output sample that is wanted next.
    private var position: Int64 = 0

    /// An engine around one that is made for `factor` times the sample rate, with ``SampleMap/raised(by:)``.
    init(_ engine: any StretchEngine, factor: Int, channelCount: Int, from start: Int64) {
        self.engine = engine
        self.channelCount = channelCount
        resampler = IntegerResampler(factor: factor)
        raised = SourceWindow(channelCount: channelCount)
        stretched = raised
        restart(at: start)
    }

    private var factor: Int64 { Int64(resampler.factor) }

    func restart(at start: Int64) {
        position = start
        let first = (start - Int64(IntegerResampler.reach)) * factor
        engine.restart(at: first)
        stretched = SourceWindow(channelCount: channelCount, from: first)
        let needed = Double(engine.earliestSourceNeeded) / Double(factor)
        raised = SourceWindow(channelCount: channelCount, from: Int64(needed.rounded(.down)) * factor)
    }

    var earliestSourceNeeded: Int64 { raised.end / factor - Int64(IntegerResampler.reach) }

    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) {
        let reach = Int64(IntegerResampler.reach)
        let isComplete = stretch(to: (position + Int64(count) - 1 + reach) * factor, from: source)
        // A sample needs the filter's whole reach behind it.
        let done = isComplete ? count : Int(max(0, stretched.end / factor - reach + 1 - position))
        guard done > 0 else { return }
        resampler.appendLowered(done, of: stretched, from: position, to: &output)
        position += Int64(done)
        stretched.discard(before: (position - reach) * factor)
    }

    /// Lets the engine render up to sample `end` of the higher rate; `false` where the source does not reach far enough yet.
    private func stretch(to end: Int64, from source: SourceWindow) -> Bool {
        while stretched.end < end {
            var block = PlanarSamples(channelCount: channelCount)
            engine.render(Int(end - stretched.end), from: raised, into: &block)
            stretched.append(block)
            raised.discard(before: engine.earliestSourceNeeded)
            guard stretched.end < end else { break }
            let next = raised.end / factor
            guard source.reaches(next + Int64(Self.blockLength + IntegerResampler.reach)) else { return false }
            raised.append(resampler.raised(source, from: next, count: Self.blockLength))
        }
        return true
    }
}
