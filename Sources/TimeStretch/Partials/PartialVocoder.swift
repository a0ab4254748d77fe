internal import Glibc

/// Lets steady partials audio on in the target: a phase vocoder for sinusoids that are known as such.
///
/// All bins of a partial keep their phases towards one another (identity phase locking: Laroche and Dolson, "Improved
/// phase vocoder time-scale modification of audio", IEEE Trans. Speech and Audio Processing 7(3), 1999), and so do all
/// channels; so a steady sinusoid stays one sinusoid. Its phase is that of its track, which turns in the target as
/// fast as in the source.
struct PartialVocoder {
    /// Within how many frames a partial is back at the source's phase at rate 1.
    static let settlingFrames = 13

    /// How far a frame may turn it for that, in radians.
    private static let strongestPull = Double.pi / Double(settlingFrames)
    /// The least part of a partial's power that it has in another audio, in order to go on from there.
    private static let faintest: Float = 0.01

    /// How far each track that sounds has turned in the target, counted as in the source.
    private var phases: [Int: Double] = [:]

    /// Forgets all partials.
    mutating func restart() { phases = [:] }

    /// Moves the partials to one target frame.
    ///
    /// - Parameters:
    ///   - neighbours: The source frames before and behind the source position of the frame's centre.
    ///   - position: That source position, in frames from the first neighbour, 0 to 1.
    ///   - hop: Samples from source frame to source frame, and from target frame to target frame.
    ///   - isUnity: Whether the rate is 1 there.
    ///   - other: The spectra of the audio beside which the partials will sound, around the same centre: partials that
    ///     set in go on from what has sounded of them there.
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
        // The nearer frame first: it says how fast its partials turn.
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
                    phase -= min(max(error, -Self.strongestPull), Self.strongestPull)
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

    /// How far a partial must be turned to go on from another audio; `nil` where that does not have it.
    private func turn(of partial: Partial, in frame: TonalSplit.Frame, towards other: PairedSpectra) -> Double? {
        let cross = frame.spectra.cross(other, at: partial.peak)
        let power = frame.spectra.cross(frame.spectra, at: partial.peak).x
        guard cross.power > Self.faintest * Self.faintest * power * power else { return nil }
        return Double(atan2(cross.y, cross.x))
    }
}
