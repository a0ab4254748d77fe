internal import Glibc
internal import MediaTime

/// Leaves the parts of a map at rate 1 as they are, and an engine to the rest, cross-faded.
///
/// No pitch-keeping engine is transparent at rate 1; and what is not retimed should not change. The engine goes on for
/// a while into such a part before the fade, and sets in before its end, until it and the source agree: both are the
/// same audio, so the fade is one of equal gain.
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
    private let settling: Int64
    private let fade: Int64
    private var isEngineRunning = true
    private var isDirectRunning = false
    private var position: Int64
    private var fromEngine: PlanarSamples
    private var fromDirect: PlanarSamples

    /// A bypass around an engine, which needs `settling` samples at rate 1 until it agrees with the source, and asks for
    /// no more than twice as much of the source before its first sample.
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

    /// The parts at rate 1 that are long enough.
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

    /// The engine runs ahead of its output, so the copy may need what it has left behind; and it will set in again
    /// from what the copy has left behind.
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

    /// Renders up to the next place where something begins or ends.
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

    /// Renders what is left of a fade that begins at `start`: both sounds, as far as both are there.
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
        // What one of them gave before the other could follow is kept.
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
