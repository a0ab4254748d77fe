internal import Glibc
internal import MediaTime

/// Copies the source where the map is at rate 1, and lets an engine do the rest. The two are cross-faded.
///
/// Audio that is not retimed should not change, and no engine that keeps the pitch is transparent at rate 1. The engine
/// runs on into such a part for a while, and starts again before its end, until its output agrees with the source. Both
/// are the same audio then, so the weights of the fade add up to 1.
final class UnityBypass: StretchEngine {
    /// Where the source is copied, in target samples, the fades included.
    struct Span: Equatable {
        let start: Int64
        let end: Int64
        let fadesIn: Bool
        let fadesOut: Bool
    }

    private let engine: any StretchEngine
    private let direct: VarispeedEngine
    private let spans: [Span]
    /// How long the engine runs at rate 1 until it agrees with the source, in samples.
    private let settling: Int64
    /// How long a fade lasts, in samples: 20 ms. Both sides are the same audio by then, so no length is better than another.
    private let fade: Int64
    private var isEngineRunning = true
    private var isDirectRunning = false
    private var position: Int64
    /// What either side has rendered of a fade before the other could follow.
    private var fromEngine: PlanarSamples
    private var fromDirect: PlanarSamples

    /// A bypass around an engine.
    ///
    /// The engine needs `settling` samples at rate 1 until it agrees with the source. After a restart it asks for no more
    /// than twice as many source samples before its first output sample.
    init(_ engine: any StretchEngine, map: SampleMap, channelCount: Int, sampleRate: Int, settling: Int64) {
        self.engine = engine
        self.settling = settling
        fade = Int64(sampleRate) / 50
        direct = VarispeedEngine(map: map)
        spans = Self.spans(of: map, settling: settling, fade: fade)
        position = map.firstOutput
        fromEngine = PlanarSamples(channelCount: channelCount)
        fromDirect = PlanarSamples(channelCount: channelCount)
    }

    /// The parts of a map at rate 1 that are long enough for the engine to settle and for both fades.
    static func spans(of map: SampleMap, settling: Int64, fade: Int64) -> [Span] {
        var spans: [Span] = []
        var index = 0
        while index < map.pieces.count {
            let first = index
            while index < map.pieces.count, map.pieces[index].curve.isUnity { index += 1 }
            guard index > first else {
                index += 1
                continue
            }
            let isLast = index == map.pieces.count
            let start = first == 0 ? Int64.min / 2 : map.firstSample(of: map.pieces[first]) + settling
            let end = isLast ? Int64.max / 2 : map.firstSample(of: map.pieces[index]) - settling
            if end - start >= 2 * fade {
                spans.append(Span(start: start, end: end, fadesIn: first > 0, fadesOut: !isLast))
            }
        }
        return spans
    }

    /// The engine reads ahead of its output, so the copy may need samples that the engine no longer does. While the engine
    /// pauses, it will need samples before those that the copy needs.
    var earliestSourceNeeded: Int64 {
        let forCopy = direct.earliestSourceNeeded(at: position)
        return isEngineRunning ? min(forCopy, engine.earliestSourceNeeded) : forCopy - 2 * settling
    }

    func restart(at start: Int64) {
        position = start
        isDirectRunning = false
        isEngineRunning = true
        engine.restart(at: start)
    }

    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) {
        var rest = count
        while rest > 0 {
            let done = renderRun(rest, from: source, into: &output)
            guard done > 0 else { return }
            position += Int64(done)
            rest -= done
        }
    }

    /// Renders up to the next place where a fade or a copy begins or ends. Returns how many samples that were.
    private func renderRun(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) -> Int {
        guard let span = spans.first(where: { $0.end > position }) else {
            return renderEngine(count, from: source, into: &output)
        }
        if position < span.start {
            return renderEngine(Int(min(Int64(count), span.start - position)), from: source, into: &output)
        }
        let faded = span.fadesIn ? span.start + fade : span.start
        let fading = span.fadesOut ? span.end - fade : span.end
        if position < faded {
            return renderFade(count, from: span.start, toDirect: true, source, into: &output)
        }
        if position >= fading {
            return renderFade(count, from: fading, toDirect: false, source, into: &output)
        }
        isEngineRunning = false
        startDirect()
        return renderDirect(Int(min(Int64(count), fading - position)), from: source, into: &output)
    }

    private func renderEngine(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) -> Int {
        isDirectRunning = false
        startEngine()
        let before = output.frameCount
        engine.render(count, from: source, into: &output)
        return output.frameCount - before
    }

    private func renderDirect(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) -> Int {
        let before = output.frameCount
        direct.render(count, from: source, into: &output)
        return output.frameCount - before
    }

    /// Renders the rest of a fade that begins at `start`, as far as both sides are there.
    private func renderFade(
        _ count: Int,
        from start: Int64,
        toDirect: Bool,
        _ source: SourceWindow,
        into output: inout PlanarSamples
    ) -> Int {
        startEngine()
        startDirect()
        let wanted = Int(min(Int64(count), start + fade - position))
        // Samples that one side gave before the other could follow are kept for the next call.
        engine.render(wanted - fromEngine.frameCount, from: source, into: &fromEngine)
        direct.render(wanted - fromDirect.frameCount, from: source, into: &fromDirect)
        let done = min(fromEngine.frameCount, fromDirect.frameCount)
        let before = output.frameCount
        output.append(fromEngine, from: 0, count: done)
        output.blend(fromDirect, count: done, from: before) { index in
            let turn = (Float(self.position - start) + Float(index) + 0.5) / Float(self.fade)
            let weight = 0.5 - 0.5 * cos(.pi * turn)
            return toDirect ? weight : 1 - weight
        }
        fromEngine.removeFirst(done)
        fromDirect.removeFirst(done)
        return done
    }

    private func startEngine() {
        guard !isEngineRunning else { return }
        isEngineRunning = true
        engine.restart(at: position)
    }

    private func startDirect() {
        guard !isDirectRunning else { return }
        isDirectRunning = true
        direct.restart(at: position)
    }
}
