/// The window of a frame: Hann's, faded out where the frame would reach an attack that is not its own.
///
/// It is applied before the transform and once more behind it, so that what a turned spectrum spreads over the frame does
/// not reach the attack either. Above rate 1 the first of the two is wider: attacks lie closer in the target than in the source,
/// and frames as short as what is between them there would not tell tones apart. Frames that are added are weighted by the
/// product of both.
struct FrameWindow {
    let size: Int
    /// How long a fade before or behind an attack is, in samples.
    let fade: Double
    private let full: [Float]

    init(size: Int, fade: Double) {
        self.size = size
        self.fade = fade
        full = hannWindow(size)
    }

    /// Writes the window of a frame with so much room to `shape`.
    func write(_ room: ClosedRange<Double>?, to shape: inout [Float]) {
        shape = full
        guard let room else { return }
        let half = Double(size / 2)
        for index in 0..<size {
            let place = Double(index) - half
            let rise = (place - room.lowerBound) / fade
            let fall = (room.upperBound - place) / fade
            guard rise < 1 || fall < 1 else { continue }
            shape[index] *= Float(max(0, min(rise, fall, 1)))
        }
    }
}
