extension StretchTuning {
    /// How the time-domain algorithm keeps an attack out of the frames that are not its own. Lengths are in milliseconds.
    package struct AttackFrames: Sendable {
        /// How long an attack lasts from its onset on. A frame that is not its own is cut for as long.
        ///
        /// Bursts of noise 50 ms apart come out the same from 1 to 10 ms. Sweep `attack-duration`.
        package var duration = 4
        /// How long the cut fades on each side of that.
        ///
        /// Bursts of noise 50 ms apart come out the same up to 4 ms. Sweep `attack-fade`.
        package var fade = 1
    }
}
