internal import Glibc
internal import TimeStretch

/// How well the held partials of any audio are kept: those that stay at one frequency and one level for a while.
///
/// Nothing need be known of the audio. Short-time spectra of the source and of the rendering are taken at instants that belong
/// together; what is a steady peak of the source's should be as high in the rendering's.
struct PartialMeter {
    /// Of all looks at a held partial, the share at which the rendering has less than half of its amplitude.
    let lostShare: Double
    /// The standard deviation of a partial's level change while it is held, in decibels: the median over all of them.
    let wobbleDecibels: Double

    /// Spectra of so many milliseconds tell the partials of a low chord apart; `looks` of them begin within one's length.
    private static let (window, looks) = (80, 8)
    /// Peaks are looked for between these frequencies, in hertz: hearing is best there, and music has its partials there.
    private static let band = 150.0...8000
    /// A peak stands out by this from what is two bins away, in decibels, and is not further below the spectrum's highest or the
    /// clip's highest.
    private static let (prominence, belowSpectrum, belowClip) = (Float(6), Float(45), Float(55))
    /// A peak is held where it is there, and as high within this, `reach` looks before and after.
    private static let (steadiness, reach) = (Float(2), 4)
    /// How many looks a held partial is followed for its wobble, at least and at most.
    private static let span = 16...32
    /// Fewer looks at held partials than this say nothing.
    private static let fewest = 50

    private struct Peak {
        var bin: Int
        /// In the source, in decibels.
        var level: Float
        /// The rendering's level over the source's, in decibels.
        var change: Float
        var isHeld = false
    }

    /// - Parameters:
    ///   - rendering: Where the partials should be; its pitch must be the source's.
    ///   - range: The part of the rendering that is looked at, in its samples.
    ///   - source: The source, with as many channels. Each channel is looked at by itself.
    /// - Returns: `nil` where too little is held.
    /// - Throws: `TimeStretchError` with the code `engine`.
    static func measure(
        _ rendering: MappedRendering,
        over range: Range<Int>,
        to source: PlanarSamples
    ) throws(TimeStretchError) -> PartialMeter? {
        let spectra = try SpectrumPair(sampleRate: rendering.sampleRate, lasting: window)
        var held: [Float] = []
        var wobbles: [Float] = []
        for channel in 0..<min(source.channelCount, rendering.samples.channelCount) {
            let looks = heldPeaks(
                looks(spectra, rendering, over: range, rendering.samples.channels[channel], source.channels[channel])
            )
            held += looks.joined().filter(\.isHeld).map(\.change)
            wobbles += wobble(of: looks)
        }
        guard held.count >= fewest, !wobbles.isEmpty else { return nil }
        wobbles.sort()
        return PartialMeter(
            lostShare: Double(held.count { $0 < -6 }) / Double(held.count),
            wobbleDecibels: Double(wobbles[wobbles.count / 2])
        )
    }

    /// The source's peaks at each look.
    private static func looks(
        _ spectra: SpectrumPair,
        _ rendering: MappedRendering,
        over range: Range<Int>,
        _ shown: [Float],
        _ source: [Float]
    ) -> [[Peak]] {
        let half = spectra.frameLength / 2
        let width = Double(rendering.sampleRate) / Double(spectra.frameLength)
        let bins = max(3, Int(band.lowerBound / width))..<min(half - 3, Int(band.upperBound / width))
        var (played, heard) = ([Float](repeating: 0, count: half), [Float](repeating: 0, count: half))
        let centres = stride(from: range.lowerBound + half, through: range.upperBound - half, by: 2 * half / looks)
        return centres.map { centre in
            let place = Int(rendering.sourcePosition(at: centre).rounded())
            spectra.forEachBin(source, at: place - half, shown, at: centre - half) { bin, a, b in
                played[bin] = Float(a.power)
                heard[bin] = Float(b.power)
            }
            let highest = played.max() ?? 0
            guard highest > 0 else { return [] }
            let least = highest * pow(10, -belowSpectrum / 10)
            let stands = pow(Float(10), prominence / 10)
            return bins.compactMap { bin in
                let power = played[bin]
                guard power > least, power > played[bin - 1], power >= played[bin + 1],
                    power > stands * played[bin - 2], power > stands * played[bin + 2]
                else { return nil }
                let kept = max(heard[bin - 1], heard[bin], heard[bin + 1])
                return Peak(bin: bin, level: 10 * log10(power), change: 10 * log10(max(kept, 1e-30) / power))
            }
        }
    }

    /// The peaks without the softest of all, and which of them are held.
    private static func heldPeaks(_ looks: [[Peak]]) -> [[Peak]] {
        let least = (looks.joined().map(\.level).max() ?? 0) - belowClip
        let loud = looks.map { $0.filter { $0.level > least } }
        return loud.indices.map { index in
            loud[index].map { peak in
                var marked = peak
                marked.isHeld = [index - reach, index + reach].allSatisfy { other in
                    loud.indices ~= other
                        && loud[other].contains {
                            abs($0.bin - peak.bin) <= 1 && abs($0.level - peak.level) < steadiness
                        }
                }
                return marked
            }
        }
    }

    /// How much the change of level varies along each held partial.
    private static func wobble(of looks: [[Peak]]) -> [Float] {
        var wobbles: [Float] = []
        var tracks: [(bin: Int, changes: [Float])] = []
        func end(_ changes: [Float]) {
            if changes.count >= span.lowerBound { wobbles.append(changes.deviation) }
        }
        for look in looks {
            let held = look.filter(\.isHeld)
            var next: [(bin: Int, changes: [Float])] = []
            for (bin, changes) in tracks {
                if let peak = held.first(where: { abs($0.bin - bin) <= 1 }), changes.count < span.upperBound {
                    next.append((peak.bin, changes + [peak.change]))
                } else {
                    end(changes)
                }
            }
            for peak in held where !next.contains(where: { $0.bin == peak.bin }) {
                next.append((peak.bin, [peak.change]))
            }
            tracks = next
        }
        for track in tracks { end(track.changes) }
        return wobbles
    }
}
