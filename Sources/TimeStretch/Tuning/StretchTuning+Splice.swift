extension StretchTuning {
    /// What the spectral algorithms copy from the source around an attack. Lengths are in milliseconds.
    package struct Splice: Sendable {
        /// How far before the attack the copy begins. An attack that Rubber Band has spread begins half of its shortest
        /// frame earlier, 11 ms, and its fade needs room besides. Sweep `splice-before`.
        package var before = 28
        /// How far behind the attack the copy ends. Until then a frame has lowered the peak. Sweep `splice-behind`.
        package var behind = 14
        /// How long the copy fades in, from its beginning. Sweep `splice-fade-in`.
        package var fadeIn = 8
        /// How long the copy fades out, up to its end. Sweep `splice-fade-out`.
        package var fadeOut = 6
        /// How long from an attack on the faster engine does not get the audio. Sweep `splice-removed`.
        package var removed = 16
        /// How long the audio fades in again, at the end of that. Sweep `splice-removal-fade-in`.
        package var removalFadeIn = 6
    }
}
