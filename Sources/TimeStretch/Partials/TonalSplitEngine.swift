internal import Glibc
internal import MediaTime

/// Gives the steady partials of the audio to a phase vocoder of their own, and the rest to another engine.
///
/// An engine that keeps attacks takes short frames, and lets the phases of neighbouring bins drift apart where it stretches
/// far. In a held tone both are audible: it stands little more than 30 dB above the noise that is made of it. Steady
/// partials have no attacks, so they can have long frames and locked phases.
final class TonalSplitEngine: StretchEngine {
    private let map: SampleMap
    private let engine: any StretchEngine
    private let tuning: StretchTuning.Partials
    private let transform: FrameTransform
    private let channelCount: Int
    private var split: TonalSplit
    private var vocoder: PartialVocoder
    private var sum: FrameSum
    /// The residual as the other engine has stretched it, by target samples.
    private var stretched: SourceWindow
    /// The target frame that is added next. Frame *k* is centred on target sample *k* · hop.
    private var next: Int64 = 0
    /// The output sample that is wanted next.
    private var position: Int64 = 0
    /// The partials of the last hop that is done, channel by channel. Its first `readyStart` samples have been taken.
    private var ready: [[Float]] = []
    private var readyStart = 0

    /// An engine beside another, at the map's beginning.
    init(
        _ engine: any StretchEngine,
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning.Partials
    ) throws(TimeStretchError) {
        self.map = map
        self.engine = engine
        self.channelCount = channelCount
        self.tuning = tuning
        transform = try FrameTransform(size: Self.frameSize(sampleRate: sampleRate, tuning: tuning))
        split = TonalSplit(transform, channelCount: channelCount, from: 0, tuning: tuning)
        vocoder = PartialVocoder(tuning: tuning)
        sum = FrameSum(channelCount: channelCount, size: transform.size, hop: transform.hop, from: 0)
        stretched = SourceWindow(channelCount: channelCount)
        restart(at: map.firstOutput)
    }

    /// The size of a frame in samples: of the sizes that have a fast transform, the one nearest by ratio to the length that
    /// is wanted.
    static func frameSize(
        sampleRate: Int,
        tuning: StretchTuning.Partials = StretchTuning.Partials()
    ) -> Int {
        FourierTransform.fastCount(nearestTo: tuning.frameLength * Double(sampleRate))
    }

    /// How many samples at rate 1 it takes until the partials are in phase with the source's: the frames that turn them
    /// back, and the four that overlap a sample.
    static func settling(sampleRate: Int, tuning: StretchTuning.Partials) -> Int64 {
        let hop = frameSize(sampleRate: sampleRate, tuning: tuning) / 4
        return Int64((tuning.settlingFrames + 4) * hop)
    }

    func restart(at start: Int64) {
        let hop = Int64(transform.hop)
        let half = Int64(transform.size / 2)
        engine.restart(at: start)
        position = start
        // The first of the four frames that overlap the first sample.
        next = (Double(start + half) / Double(hop)).floored - 3
        let anchor = map.sourcePosition(at: next * hop).whole - half
        split = TonalSplit(
            transform,
            channelCount: channelCount,
            from: min(engine.earliestSourceNeeded, anchor),
            tuning: tuning
        )
        vocoder.restart()
        sum = FrameSum(channelCount: channelCount, size: 2 * Int(half), hop: Int(hop), from: next * hop - half)
        stretched = SourceWindow(channelCount: channelCount, from: start)
        ready = []
        readyStart = 0
    }

    var earliestSourceNeeded: Int64 { split.earliestSourceNeeded }

    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) {
        var rest = count
        while rest > 0 {
            let available = (ready.first?.count ?? 0) - readyStart
            guard available > 0 else {
                guard addFrame(from: source) else { return }
                continue
            }
            let taken = min(rest, available)
            unsafe output.appendEach(taken) { channel, samples in
                unsafe stretched.copy(channel: channel, from: position, to: samples)
                for index in samples.indices { unsafe samples[index] += ready[channel][readyStart + index] }
            }
            readyStart += taken
            position += Int64(taken)
            rest -= taken
        }
    }

    /// Adds the next frame of partials; `false` where the source does not reach far enough yet.
    private func addFrame(from source: SourceWindow) -> Bool {
        let hop = Int64(transform.hop)
        let centre = next * hop
        let place = map.sourcePosition(at: centre)
        let first = (Double(place.whole) / Double(hop)).floored
        while split.next <= first + 1 {
            guard split.advance(in: source) else { return false }
        }
        guard stretch(to: centre + Int64(transform.size / 2), from: source) else { return false }

        let spectra = vocoder.frame(
            between: [split.frame(first), split.frame(first + 1)].compactMap(\.self),
            at: (Double(place.whole - first * hop) + place.fraction) / Double(hop),
            hop: transform.hop,
            isUnity: map.piece(atTarget: centre).piece.curve.isUnity
        ) { transform.spectra(of: stretched, around: centre) }
        let start = sum.start
        ready = sum.add(spectra, by: transform)
        readyStart = Int(min(max(position - start, 0), hop))
        next += 1

        stretched.discard(before: min(position, next * hop - Int64(transform.size / 2)))
        split.forget(framesBefore: first)
        return true
    }

    /// Lets the other engine render up to target sample `end`; `false` where the source does not reach far enough yet.
    private func stretch(to end: Int64, from source: SourceWindow) -> Bool {
        while stretched.end < end {
            var block = PlanarSamples(channelCount: channelCount)
            engine.render(Int(end - stretched.end), from: split.residual, into: &block)
            stretched.append(block)
            guard stretched.end < end else { break }
            guard split.advance(in: source) else { return false }
            split.discardResidual(before: engine.earliestSourceNeeded)
        }
        return true
    }
}

extension Double {
    /// The whole number at or below.
    fileprivate var floored: Int64 { Int64(rounded(.down)) }
}
