extension StretchTuning {
    /// The frames of the algorithms that overlap parts of the source. Lengths are in seconds.
    package struct Overlap: Sendable {
        /// The length of a frame. It holds two periods of the lowest voice, 70 Hz. Sweep `overlap-frame`.
        package var frame: Double
        /// How far a frame may lie from the map's position. A larger tolerance finds better fits, and adds more of an
        /// echo to an attack. Sweep `overlap-tolerance`.
        package var tolerance: Double
        /// Whether attacks are found first and played once.
        package var keepsAttacks: Bool
        /// How many of the best places in the decimated source are compared sample by sample. The periods of a tone are
        /// all as good there. Sweep `overlap-candidates`.
        package var candidates = 16
        /// By what part of the best score the score of these places may fall short of it. Sweep `overlap-margin`.
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
