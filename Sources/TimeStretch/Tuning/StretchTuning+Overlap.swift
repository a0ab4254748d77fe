extension StretchTuning {
    /// The frames of the algorithms that overlap parts of the source. Lengths are in seconds.
    package struct Overlap: Sendable {
        /// The length of a frame.
        ///
        /// Longer frames make purer tones (34 dB as a mean at 30 ms, 43 dB at 40 ms, 32 dB at 20 ms). But a frame must be
        /// shorter than the time between two attacks or syllables. Sweep `overlap-frame`.
        package var frame: Double
        /// How far a frame may lie from the map's position.
        ///
        /// A larger tolerance makes purer tones (33 dB as a mean at 7.5 ms, 34 dB at 10 ms, 62 dB at 15 ms), and moves what
        /// is heard: before attacks there are −71 dB at 10 ms, −66 dB at 15 ms and −58 dB at 30 ms. Sweep `overlap-tolerance`.
        package var tolerance: Double
        /// Whether attacks are found first and played once.
        package var keepsAttacks: Bool
        /// How many of the best places in the decimated source are compared sample by sample.
        ///
        /// From 8 on the purity of tones does not change; at 4 it is 4 dB lower as a mean. Sweep `overlap-candidates`.
        package var candidates = 16
        /// By what part of the best score the score of these places may fall short of it.
        ///
        /// From 0.01 on the purity of tones does not change; at 0.001 it is 6 dB lower as a mean. Sweep `overlap-margin`.
        package var margin: Float = 0.01

        /// For listening.
        package static let standard = Overlap(frame: 0.030, tolerance: 0.010, keepsAttacks: true)
        /// For previews: shorter, so that less of the source is needed ahead.
        package static let lowLatency = Overlap(frame: 0.020, tolerance: 0.008, keepsAttacks: false)

        init(frame: Double, tolerance: Double, keepsAttacks: Bool) {
            self.frame = frame
            self.tolerance = tolerance
            self.keepsAttacks = keepsAttacks
        }
    }
}
