/// Finds the place where the source is most like a given part of it, by the normalised cross-correlation of all channels
/// together.
///
/// From place to place the likeness changes slowly, because most of the audio's power lies at low frequencies. So it is
/// computed in the decimated source first, by Fourier transform, and then sample by sample around the best places there.
struct SimilaritySearch: ~Copyable {
    private let candidates: Int
    private let length: Int
    private var correlation: CrossCorrelation
    private var decimated: DecimatedSource

    /// A search for parts of `length` samples at up to `places` neighbouring places.
    init(
        length: Int,
        places: Int,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning.Overlap = .standard
    ) throws(TimeStretchError) {
        let decimated = DecimatedSource(sampleRate: sampleRate, channelCount: channelCount)
        correlation = try CrossCorrelation(
            length: length / decimated.step,
            places: places / decimated.step + 1,
            margin: tuning.margin
        )
        candidates = tuning.candidates
        self.length = length
        self.decimated = decimated
    }

    /// The first source sample that is still needed.
    var earliestSourceNeeded: Int64 { decimated.earliestSourceNeeded }

    /// Forgets all audio. Searches that follow need the source from sample `position` on.
    mutating func restart(at position: Int64) { decimated.restart(at: position) }

    /// Takes in the source as far as it reaches.
    mutating func advance(in source: SourceWindow) { decimated.advance(in: source) }

    /// Forgets the source before sample `position`.
    mutating func discard(before position: Int64) { decimated.discard(before: position) }

    /// The place among `places` where the source is most like what begins at `template`.
    ///
    /// - Complexity: O(*n* log *n*) in length and places together.
    mutating func bestPlace(among places: ClosedRange<Int64>, like template: Int64, in source: SourceWindow) -> Int64 {
        let step = Int64(decimated.step)
        // Only places that lie whole steps from the template can be compared in the decimated source.
        let origin = decimated.index(of: template)
        let first = decimated.index(of: places.lowerBound - template + step - 1) + origin
        let last = decimated.index(of: places.upperBound - template) + origin
        guard first < last else { return exactPlace(among: places, like: template, in: source).place }
        let peaks = correlation.peaks(
            candidates,
            among: first...last,
            like: origin,
            length: length / decimated.step,
            in: decimated.samples
        )
        var best: (place: Int64, score: Float) = (places.lowerBound, -.infinity)
        for peak in peaks {
            let near = template + (peak - origin) * step
            let around = near - step / 2...near + step / 2
            let exact = exactPlace(among: around.clamped(to: places), like: template, in: source)
            if exact.score > best.score { best = exact }
        }
        return best.place
    }

    /// The place of the greatest correlation over the root of the energy; squares are compared, with their signs.
    private func exactPlace(
        among places: ClosedRange<Int64>,
        like template: Int64,
        in source: SourceWindow
    ) -> (place: Int64, score: Float) {
        var likenesses = Array(repeating: Float(0), count: places.count)
        var energies = likenesses
        for channel in 0..<source.channelCount {
            unsafe source.withSamples(channel: channel, from: template, count: length) { template in
                let count = length + places.count - 1
                unsafe source.withSamples(channel: channel, from: places.lowerBound, count: count) { stretch in
                    for index in likenesses.indices {
                        let part = stretch.extracting(index..<index + length)
                        unsafe likenesses[index] += dotProduct(template, part)
                        unsafe energies[index] += dotProduct(part, part)
                    }
                }
            }
        }
        var best: (place: Int64, score: Float) = (places.lowerBound, -.infinity)
        for (index, place) in places.enumerated() {
            // The constant, less than the step of a 24-bit sample, keeps the quotient finite in silence.
            let score = likenesses[index] * likenesses[index].magnitude / (energies[index] + 1e-12)
            if score > best.score { best = (place, score) }
        }
        return best
    }
}
