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
    private let whole: [Float]

    init(size: Int, fade: Double) {
        self.size = size
        self.fade = fade
        whole = hannWindow(size)
    }

    /// Writes the window of a frame with so much room to `shape`.
    func write(_ room: ClosedRange<Double>?, to shape: inout [Float]) {
        shape = whole
        guard let room else { return }
        let half = Double(size / 2)
        func sample(_ place: Double) -> Int { Int(max(0, min(Double(size), (place + half).rounded(.up)))) }
        // Between the fades the window is Hann's.
        let risen = sample(room.lowerBound + fade)
        for indices in [0..<risen, max(risen, sample(room.upperBound - fade))..<size] {
            for index in indices {
                shape[index] *= room.share(at: Double(index) - half, fadingOver: fade)
            }
        }
    }
}

extension ClosedRange<Double> {
    /// How much is left at a place where what lies beyond the range is faded out, within so many samples before its ends: 0 to 1.
    func share(at place: Double, fadingOver fade: Double) -> Float {
        Float(Swift.max(0, Swift.min((place - lowerBound) / fade, (upperBound - place) / fade, 1)))
    }
}
