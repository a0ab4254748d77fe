extension StretchTuning {
    /// What is copied from the source around an attack into Rubber Band's output. Lengths are in milliseconds.
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
    }
}
