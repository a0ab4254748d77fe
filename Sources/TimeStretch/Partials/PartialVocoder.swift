internal import Glibc

/// Moves steady partials to the target: a phase vocoder for audio that is known to be sinusoids.
///
/// All bins of a partial keep their phases towards one another (identity phase locking: Laroche and Dolson, "Improved
/// phase vocoder time-scale modification of audio", IEEE Trans. Speech and Audio Processing 7(3), 1999), and so do all
/// channels. So a steady sinusoid stays one sinusoid. Its phase is that of its track, which turns as fast in the target as
/// in the source.
struct PartialVocoder {
    private let tuning: StretchTuning.Partials
    /// The most that a frame at rate 1 turns a partial back towards the source's phase, in radians.
    private let strongestPull: Double

    /// How far each track has turned in the target, in radians, counted from its first frame in the source.
    private var phases: [Int: Double] = [:]

    init(tuning: StretchTuning.Partials) {
        self.tuning = tuning
        strongestPull = .pi / Double(tuning.settlingFrames)
    }

    /// Forgets all partials.
    mutating func restart() { phases = [:] }

    /// Moves the partials to one target frame.
    ///
    /// - Parameters:
    ///   - neighbours: The source frames before and behind the source position of the frame's centre.
    ///   - position: That source position, in frames from the first neighbour, 0 to 1.
    ///   - hop: Samples from source frame to source frame, and from target frame to target frame.
    ///   - isUnity: Whether the rate is 1 there.
    ///   - other: The spectra, around the same centre, of the audio that the partials are added to. A partial that sets in
    ///     takes up the phase that it has there.
    /// - Returns: The frame's spectra; `nil` for a silent one.
    mutating func frame(
        between neighbours: [TonalSplit.Frame],
        at position: Double,
        hop: Int,
        isUnity: Bool,
        beside other: () -> PairedSpectra
    ) -> PairedSpectra? {
        guard neighbours.contains(where: { !$0.partials.isEmpty }) else {
            phases = [:]
            return nil
        }
        var result = PairedSpectra(size: neighbours[0].spectra.size, pairCount: neighbours[0].spectra.pairCount)
        var besides: PairedSpectra?
        var sounding: [Int: Double] = [:]
        // The nearer frame comes first: the frequency of a partial is taken from there.
        let byDistance = position < 0.5 ? [0, 1] : [1, 0]
        for index in byDistance {
            let frame = neighbours[index]
            let distance = position - Double(index)
            let weight = Float(1 - distance.magnitude)
            for partial in frame.partials {
                let inSource = partial.phase + partial.frequency * distance * Double(hop)
                var phase = phases[partial.track] ?? inSource
                if phases[partial.track] == nil, !isUnity {
                    let spectra = besides ?? other()
                    besides = spectra
                    if let turn = turn(of: partial, in: frame, towards: spectra) { phase = partial.phase + turn }
                }
                if isUnity, sounding[partial.track] == nil {
                    let error = remainder(phase - inSource, 2 * .pi)
                    phase -= min(max(error, -strongestPull), strongestPull)
                }
                phases[partial.track] = phase
                let turn = phase - partial.phase
                result.add(
                    frame.spectra,
                    bins: partial.bins,
                    turnedBy: weight * Complex(Float(cos(turn)), Float(sin(turn)))
                )
                if sounding[partial.track] == nil {
                    sounding[partial.track] = phase + partial.frequency * Double(hop)
                }
            }
        }
        phases = sounding
        return result
    }

    /// The angle by which a partial must be turned to continue other audio, in radians; `nil` where that does not have it.
    private func turn(of partial: Partial, in frame: TonalSplit.Frame, towards other: PairedSpectra) -> Double? {
        let cross = frame.spectra.cross(other, at: partial.peak)
        let power = frame.spectra.cross(frame.spectra, at: partial.peak).x
        guard cross.power > tuning.faintestPredecessor * tuning.faintestPredecessor * power * power else { return nil }
        return Double(atan2(cross.y, cross.x))
    }
}
