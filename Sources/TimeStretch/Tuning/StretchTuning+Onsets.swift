extension StretchTuning {
    /// When the rise of a spectrum counts as an attack.
    package struct Onsets: Sendable {
        /// The part of a frame's spectrum that must be new, 0 to 1.
        ///
        /// From 0.2 on there is no false onset in noise, low pulses, a voice and vibrato. Above 0.25 more bursts are missed
        /// over a chord or noise. Sweep `onset-threshold`.
        package var threshold: Float = 0.25
        /// How long a bin's recent peak is remembered, in seconds, until it has fallen to 1/e.
        ///
        /// From 0.06 s on there is no false onset in the pulses of a low voice. From 0.12 s on two bursts 40 ms apart are no
        /// longer found as two. Sweep `onset-memory`.
        package var memory = 0.09
        /// For how many steps of the analysis (2.7 ms at 48 kHz) on each side of an onset the spectrum may not rise more.
        /// Closer attacks are found as one.
        ///
        /// Values from 5 to 11 give the same. At 15 two bursts 40 ms apart are found as one. Sweep `onset-separation`.
        package var separation = 8
    }
}
