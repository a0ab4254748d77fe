extension StretchTuning {
    /// How the map bends around an attack, so that the frames around it stand as far apart as in the source.
    package struct Warp: Sendable {
        /// How far behind its onset an attack lies, in seconds. The detector answers half a millisecond before the
        /// steepest rise of the level. Sweep `attack-delay`.
        package var delay = 0.0005
        /// Over how many reaches the map comes back to its course. Fewer bend it more and leave less of a long attack at
        /// rate 1. Sweep `recovery`.
        package var recovery = 3.0
    }
}
