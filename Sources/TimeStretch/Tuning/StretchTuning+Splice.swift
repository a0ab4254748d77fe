extension StretchTuning {
    /// What the spectral algorithms copy from the source around an attack. Lengths are in milliseconds.
    package struct Splice: Sendable {
        /// How far before the attack the copy begins.
        ///
        /// Of steps of 6 ms this is the first at which nothing is heard from 18 to 2 ms before an attack: 22 ms leave
        /// −76 dB, 16 ms −61 dB and 10 ms −52 dB of its peak. Sweep `splice-before`.
        package var before = 28
        /// How far behind the attack the copy ends.
        ///
        /// From 11 ms on the peak is that of the source; at 8 ms there are peaks of the engine's own behind it. Sweep
        /// `splice-behind`.
        package var behind = 14
        /// How long the copy fades in, from its beginning.
        ///
        /// Up to 8 ms nothing is heard before an attack; 12 ms leave −89 dB. The longest of these fades is the softest. Sweep
        /// `splice-fade-in`.
        package var fadeIn = 8
        /// How long the copy fades out, up to its end.
        ///
        /// Peaks do not depend on it from 1 to 12 ms. Sweep `splice-fade-out`.
        package var fadeOut = 6
        /// How long from an attack on the faster engine does not get the audio.
        ///
        /// At 8 ms 22 of 48 bursts are missing or doubled, at 12 and 16 ms 8 (castanets, which ring on), and from 20 ms on
        /// none. So 20 ms would be better; but less of a note's beginning would be left. Sweep `splice-removed`.
        package var removed = 16
        /// How long the audio fades in again, at the end of that.
        ///
        /// Bursts do not depend on it from 3 to 12 ms. Sweep `splice-removal-fade-in`.
        package var removalFadeIn = 6
    }
}
