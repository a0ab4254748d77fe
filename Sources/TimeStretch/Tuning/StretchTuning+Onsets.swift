extension StretchTuning {
    /// When the rise of a spectrum counts as an attack.
    package struct Onsets: Sendable {
        /// The part of a frame's spectrum that must be new, 0 to 1. Lower values find attacks in noise and in low
        /// voices; higher ones miss a burst over music as loud. Sweep `onset-threshold`.
        package var threshold: Float = 0.25
        /// How long a bin's recent peak is remembered, in seconds, until it has fallen to 1/e. It has to last from one
        /// pulse of a low voice to the next. Sweep `onset-memory`.
        package var memory = 0.09
        /// How many steps of the analysis (2.7 ms at 48 kHz) on each side of an attack may not rise more. Closer attacks
        /// are found as one. Sweep `onset-separation`.
        package var separation = 8
    }
}
