/// Splits a source into its steady partials, frame by frame, and the residual: all that they leave.
struct TonalSplit: ~Copyable {
    /// One frame of the source.
    struct Frame {
        let spectra: PairedSpectra
        let partials: [Partial]
    }

    /// Samples before a restart's first that are looked at, in frames' sizes: for one frame's partials, and those of
    /// all frames that reach a sample.
    private static let leadSizes: Int64 = 2

    /// The source without its steady partials, by the source's own indices.
    private(set) var residual: SourceWindow
    /// The index of the next frame that is decided on; frame *k* is centred on sample *k* · hop.
    private(set) var next: Int64

    private let transform: FrameTransform
    private var tracker: PartialTracker
    private var sum: FrameSum
    /// The frames decided on that are not forgotten, the last of them before `next`.
    private var frames: [Frame] = []
    /// The spectra from two frames before `next` on, as far as they were needed.
    private var spectra: [PairedSpectra] = []

    /// A split of which the residual begins at sample `start` at the latest.
    init(_ transform: FrameTransform, channelCount: Int, from start: Int64) {
        self.transform = transform
        tracker = PartialTracker(size: transform.size)
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

    /// A frame decided on and not forgotten.
    func frame(_ index: Int64) -> Frame? {
        let offset = Int(index - next) + frames.count
        return frames.indices ~= offset ? frames[offset] : nil
    }

    /// Lets go of the frames before `index`.
    mutating func forget(framesBefore index: Int64) {
        frames.removeFirst(min(frames.count, max(0, Int(index - next) + frames.count)))
    }

    /// Lets go of the residual's samples before `position`.
    mutating func discardResidual(before position: Int64) { residual.discard(before: position) }

    /// Decides on the next frame; `false` where the source is not there yet.
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
