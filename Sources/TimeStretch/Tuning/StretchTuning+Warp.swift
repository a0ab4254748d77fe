extension StretchTuning {
    /// How the map bends around an attack, so that the frames around it lie as far apart as in the source.
    package struct Warp: Sendable {
        /// How far behind its onset an attack lies, in seconds. The detector answers half a millisecond before the steepest
        /// rise of the level.
        ///
        /// At this value attacks are nearest to their places (1.4 ms at worst; 1.8 ms at 0.25 ms, 2.2 ms at 0.75 ms), and
        /// nothing is heard before them. Sweep `attack-delay`.
        package var delay = 0.0005
        /// Over how many reaches the map comes back to its course.
        ///
        /// From 2 to 6 attacks come out at the same places within half a millisecond; at 1 they are 2 ms further off at
        /// worst. Sweep `recovery`.
        package var recovery = 3.0
    }
}
