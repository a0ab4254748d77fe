extension StretchTuning {
    /// The frames of the spectral algorithms. Lengths are in seconds.
    package struct Locking: Sendable {
        /// The length of a frame, give or take an eighth. Sweep `locking-frame`.
        package var frameLength: Double
        /// Into how many hops a frame is divided. Sweep `locking-overlap`.
        package var overlap: Int
        /// The part of a frame's spectrum that must be new for an attack to have a frame of its own, 0 to 1. Sweep
        /// `locking-threshold`.
        package var onsetThreshold: Float = 0.18
        /// How far behind its onset an attack lies. The detector answers half a millisecond before the steepest rise of the
        /// level. Sweep `locking-delay`.
        package var attackDelay = 0.0005
        /// How long before an attack all other frames have faded out. Sweep `locking-before`.
        package var before = 0.001
        /// How long behind an attack the frames that follow set in. Sweep `locking-behind`.
        package var behind = 0.009
        /// How long these fades are. Sweep `locking-fade`.
        package var fade = 0.003
        /// Within how many frames at rate 1 a peak is back at the source's phase. Sweep `locking-settling`.
        package var settlingFrames = 8

        /// For listening.
        package static let standard = Locking(frameLength: 5120.0 / 48_000, overlap: 4)
        /// Three quarters of the work.
        package static let fast = Locking(frameLength: 4096.0 / 48_000, overlap: 3)

        init(frameLength: Double, overlap: Int) {
            self.frameLength = frameLength
            self.overlap = overlap
        }
    }
}
