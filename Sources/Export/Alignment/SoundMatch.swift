internal import Glibc
internal import TimeStretch

/// Finds where a piece of one sound lies in another one: the cross-correlation in which every frequency counts alike (Knapp and
/// Carter, 1976: PHAT). It has one sharp peak also where microphones and rooms differ.
struct SoundMatch: ~Copyable {
    /// Where the piece was found.
    struct Place {
        /// In samples from the beginning of the other sound; between samples, too.
        let position: Double
        /// How much higher its peak is than any other.
        let clarity: Double
    }

    /// A frequency that both sounds have less of than this share of the strongest one, in power: 80 dB.
    private static let leastShare: Float = 1e-8

    private let size: Int
    private let transform: FourierTransform
    /// Both sounds, and then what their spectra have in common.
    private let pair: ComplexBuffer
    /// Their spectrum, and then how well they match at each place.
    private let result: ComplexBuffer

    /// A search in sounds of so many samples, the piece and what it is looked for in together.
    static func make(samples: Int) throws(TimeStretchError) -> SoundMatch {
        var size = 64
        while size < samples { size *= 2 }
        return SoundMatch(
            size: size,
            transform: try FourierTransform(count: size, isInverse: false),
            pair: ComplexBuffer(count: size),
            result: ComplexBuffer(count: size)
        )
    }

    private init(
        size: Int,
        transform: FourierTransform,
        pair: consuming ComplexBuffer,
        result: consuming ComplexBuffer
    ) {
        (self.size, self.transform) = (size, transform)
        self.pair = pair
        self.result = result
    }

    /// Where a piece lies in a sound.
    ///
    /// - Parameters:
    ///   - piece: Looked for.
    ///   - sound: Looked in. Both together are no longer than was said when the search was made.
    ///   - fade: So many samples at either end of that, where it was cut, are faded.
    ///   - guardSamples: Other peaks are those that are further away than this.
    /// - Returns: The place; `nil` where one of the sounds is silent.
    /// - Complexity: O(*n* log *n*).
    func place(
        of piece: ArraySlice<Float>,
        in sound: ArraySlice<Float>,
        fading fade: Int = 0,
        apart guardSamples: Int
    ) -> Place? {
        // A cut is a click, which has every frequency: two cuts that meet would be the sharpest peak of a sound that has few.
        func sample(_ index: Int, of samples: ArraySlice<Float>, fading length: Int) -> Float {
            guard index < samples.count else { return 0 }
            let depth = min(index, samples.count - 1 - index)
            let value = samples[samples.startIndex + index]
            guard depth < length else { return value }
            return value * (0.5 - 0.5 * cos(.pi * (Float(depth) + 0.5) / Float(length)))
        }
        // Two real signals by one transform: their spectra are its symmetric and its antisymmetric part.
        for index in 0..<size {
            unsafe pair.parts[2 * index] = sample(index, of: sound, fading: fade)
            unsafe pair.parts[2 * index + 1] = sample(index, of: piece, fading: piece.count / 2)
        }
        transform(pair, into: result)
        var strongest: Float = 0
        for bin in 0..<size {
            let mirrored = (size - bin) % size
            let (ax, ay) = unsafe (result.parts[2 * bin], result.parts[2 * bin + 1])
            let (bx, by) = unsafe (result.parts[2 * mirrored], result.parts[2 * mirrored + 1])
            let (soundX, soundY) = ((ax + bx) / 2, (ay - by) / 2)
            let (pieceX, pieceY) = ((ay + by) / 2, (bx - ax) / 2)
            let (x, y) = (soundX * pieceX + soundY * pieceY, soundY * pieceX - soundX * pieceY)
            strongest = max(strongest, x * x + y * y)
            unsafe pair.parts[2 * bin] = x
            unsafe pair.parts[2 * bin + 1] = y
        }
        guard strongest > 0 else { return nil }
        // A bin that neither sound has says nothing.
        let least = strongest.squareRoot() * Self.leastShare
        for bin in 0..<size {
            let (x, y) = unsafe (pair.parts[2 * bin], pair.parts[2 * bin + 1])
            let size = (x * x + y * y).squareRoot()
            let weight: Float = size > least ? 1 / size : 0
            unsafe pair.parts[2 * bin] = x * weight
            // Of what is conjugate the same transform is the inverse one, but for a sign that no real value has.
            unsafe pair.parts[2 * bin + 1] = -y * weight
        }
        transform(pair, into: result)
        return peak(among: max(1, sound.count - piece.count + 1), apart: guardSamples)
    }

    private func peak(among places: Int, apart guardSamples: Int) -> Place? {
        func value(_ place: Int) -> Float { unsafe result.parts[2 * ((place + size) % size)] }
        var best = 0
        for place in 0..<places where value(place) > value(best) { best = place }
        guard value(best) > 0 else { return nil }
        var second: Float = 0
        for place in 0..<places where abs(place - best) > guardSamples { second = max(second, value(place)) }
        // The parabola through the peak and its neighbours.
        let (left, middle, right) = (value(best - 1), value(best), value(best + 1))
        let bend = left - 2 * middle + right
        let shift = bend < 0 ? Double((left - right) / (2 * bend)) : 0
        return Place(
            position: Double(best) + max(-0.5, min(0.5, shift)),
            clarity: second > 0 ? Double(middle / second) : .infinity
        )
    }
}
