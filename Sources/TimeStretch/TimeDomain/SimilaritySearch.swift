/// Finds where the source goes on most like a given part of it: by the normalised cross-correlation of all channels
/// together.
///
/// From place to place the likeness changes as slowly as the audio's strongest frequencies let it. So it is looked at in
/// the decimated source first, by Fourier transform, and then around the best places there, sample by sample.
struct SimilaritySearch: ~Copyable {
    /// Periods of a tone are as like one another as samples of the decimated source can tell: so many of them are looked at.
    private static let candidates = 16

    private let length: Int
    private var correlation: CrossCorrelation
    private var decimated: DecimatedSource

    /// A search for parts of `length` samples at up to `places` neighbouring places.
    init(length: Int, places: Int, sampleRate: Int, channelCount: Int) throws(TimeStretchError) {
        let decimated = DecimatedSource(sampleRate: sampleRate, channelCount: channelCount)
        correlation = try CrossCorrelation(length: length / decimated.step, places: places / decimated.step + 1)
        self.length = length
        self.decimated = decimated
    }

    /// The first source sample that is still needed.
    var earliestSourceNeeded: Int64 { decimated.earliestSourceNeeded }

    /// Forgets all audio; what is searched from now on lies behind source sample `position`.
    mutating func restart(at position: Int64) { decimated.restart(at: position) }

    /// Takes in what there is of the source.
    mutating func advance(in source: SourceWindow) { decimated.advance(in: source) }

    /// Lets go of the source before sample `position`.
    mutating func discard(before position: Int64) { decimated.discard(before: position) }

    /// The place among `places` where the source is most like what begins at `template`.
    ///
    /// - Complexity: O(*n* log *n*) in length and places together.
    mutating func bestPlace(among places: ClosedRange<Int64>, like template: Int64, in source: SourceWindow) -> Int64 {
        let step = Int64(decimated.step)
        // Only places that are whole steps away from the template are samples of the decimated source, too.
        let origin = decimated.index(of: template)
        let first = decimated.index(of: places.lowerBound - template + step - 1) + origin
        let last = decimated.index(of: places.upperBound - template) + origin
        guard first < last else { return exactPlace(among: places, like: template, in: source).place }
        let peaks = correlation.peaks(
            Self.candidates,
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
            // The silence of 24 bits keeps the quotient finite.
            let score = likenesses[index] * likenesses[index].magnitude / (energies[index] + 1e-12)
            if score > best.score { best = (place, score) }
        }
        return best
    }
}
