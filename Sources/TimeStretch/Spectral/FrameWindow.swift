/// The window of a frame: Hann's, faded out where the frame would reach an attack that is not its own.
///
/// It is applied before the transform and once more behind it, so that what a turned spectrum spreads over the frame does
/// not reach the attack either. Frames that are added are weighted by its square.
struct FrameWindow {
    let size: Int
    /// How long a fade before or behind an attack is, in samples.
    let fade: Double
    private let full: [Float]
    private let fullSquared: [Float]

    init(size: Int, fade: Double) {
        self.size = size
        self.fade = fade
        full = hannWindow(size)
        fullSquared = full.map { $0 * $0 }
    }

    /// Writes the window of a frame to `shape`, and its square to `square`.
    func write(_ room: ClosedRange<Double>?, to shape: inout [Float], squared square: inout [Float]) {
        (shape, square) = (full, fullSquared)
        guard let room else { return }
        let half = Double(size / 2)
        for index in 0..<size {
            let place = Double(index) - half
            let rise = (place - room.lowerBound) / fade
            let fall = (room.upperBound - place) / fade
            guard rise < 1 || fall < 1 else { continue }
            shape[index] *= Float(max(0, min(rise, fall, 1)))
            square[index] = shape[index] * shape[index]
        }
    }
}
