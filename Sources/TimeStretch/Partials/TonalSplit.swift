/// Splits a source into its steady partials, frame by frame, and the residual: the source less these partials.
struct TonalSplit: ~Copyable {
    /// One frame of the source.
    struct Frame {
        let spectra: PairedSpectra
        let partials: [Partial]
    }

    /// How far before a restart's first sample the split begins, in sizes of a frame: one for the frames that a frame's
    /// partials are found in, and one for the frames that overlap a sample.
    private static let leadSizes: Int64 = 2

    /// The source without its steady partials, by the source's own indices.
    private(set) var residual: SourceWindow
    /// The index of the next frame whose partials are found. Frame *k* is centred on source sample *k* · hop.
    private(set) var next: Int64

    private let transform: FrameTransform
    private var tracker: PartialTracker
    private var sum: FrameSum
    /// The frames before `next` that are not forgotten, in order.
    private var frames: [Frame] = []
    /// The spectra of the frames from `next` − 2 on, as far as they have been computed.
    private var spectra: [PairedSpectra] = []

    /// A split whose residual begins at source sample `start` or before it.
    init(
        _ transform: FrameTransform,
        channelCount: Int,
        from start: Int64,
        tuning: StretchTuning.Partials = StretchTuning.Partials()
    ) {
        self.transform = transform
        tracker = PartialTracker(size: transform.size, tuning: tuning)
        let hop = Int64(transform.hop)
        next = (start - Self.leadSizes * Int64(transform.size)) / hop - 1
        let first = next * hop - Int64(transform.size / 2)
        residual = SourceWindow(channelCount: channelCount, from: first)
        sum = FrameSum(channelCount: channelCount, size: transform.size, hop: transform.hop, from: first)
    }

    /// The first source sample that is still needed.
    var earliestSourceNeeded: Int64 {
        min(sum.start, (next + Int64(spectra.count) - 2) * Int64(transform.hop) - Int64(transform.size / 2))
    }

    /// A frame whose partials are found; `nil` where it is not there yet or forgotten.
    func frame(_ index: Int64) -> Frame? {
        let offset = Int(index - next) + frames.count
        return frames.indices ~= offset ? frames[offset] : nil
    }

    /// Forgets the frames before `index`.
    mutating func forget(framesBefore index: Int64) {
        frames.removeFirst(min(frames.count, max(0, Int(index - next) + frames.count)))
    }

    /// Forgets the residual's samples before `position`.
    mutating func discardResidual(before position: Int64) { residual.discard(before: position) }

    /// Finds the partials of the next frame; `false` where the source does not reach far enough yet.
    mutating func advance(in source: SourceWindow) -> Bool {
        let hop = Int64(transform.hop)
        guard source.reaches((next + 2) * hop + Int64(transform.size / 2)) else { return false }
        while spectra.count < PartialTracker.frameCount {
            spectra.append(transform.spectra(of: source, around: (next + Int64(spectra.count) - 2) * hop))
        }
        let frame = Frame(spectra: spectra[2], partials: tracker.partials(of: spectra))
        appendResidual(of: source, without: frame)
        frames.append(frame)
        spectra.removeFirst()
        next += 1
        return true
    }

    private mutating func appendResidual(of source: SourceWindow, without frame: Frame) {
        let start = sum.start
        var partials: PairedSpectra?
        if !frame.partials.isEmpty {
            var tonal = PairedSpectra(size: transform.size, pairCount: frame.spectra.pairCount)
            for partial in frame.partials { tonal.add(frame.spectra, bins: partial.bins, turnedBy: Complex(1, 0)) }
            partials = tonal
        }
        let tonal = sum.add(partials, by: transform)
        let block = PlanarSamples(channelCount: source.channelCount, frameCount: transform.hop) { channel, samples in
            unsafe samples.withUnsafeMutableBufferPointer { samples in
                unsafe source.copy(channel: channel, from: start, to: samples)
                for index in samples.indices { unsafe samples[index] -= tonal[channel][index] }
            }
        }
        residual.append(block)
    }
}
