/// The numbers of the algorithms that no formula gives: they were chosen by measurement.
///
/// Each is declared once, in an extension of this type, with its unit and the name of the sweep that it was chosen by.
/// `swift run -c release TuningMeasurements` runs the sweeps: it varies one number at a time over signals that it makes
/// itself, and prints what that does to attacks and tones. What the sweeps showed stands beside each number. Some show that
/// another value would be better; these values stay as long as outputs are to stay the same.
package struct StretchTuning: Sendable {
    /// Where attacks are found.
    package var onsets = Onsets()
    /// What is copied around an attack into Rubber Band's output.
    package var splice = Splice()
    /// How Rubber Band is led along the map.
    package var steering = Steering()
    /// How the map bends around an attack for Rubber Band.
    package var warp = Warp()
    /// The frames of the spectral algorithm.
    package var locking = Locking.standard
    /// The frames of the faster spectral algorithm.
    package var lockingFast = Locking.fast
    /// Which partials are split off from what Rubber Band gets, and how they go on in the target.
    package var partials = Partials()
    /// The frames of the time-domain algorithm.
    package var timeDomain = Overlap.standard
    /// The frames of the low-latency algorithm.
    package var lowLatency = Overlap.lowLatency
    /// How the time-domain algorithm keeps attacks apart.
    package var attackFrames = AttackFrames()

    /// The values chosen.
    package init() {}
}
