/// A steady partial in one frame of the source: the bins around a peak of the spectrum that belong to one sinusoid.
struct Partial: Equatable {
    /// A number that one sinusoid has in all its frames.
    let track: Int
    /// The bin of the peak.
    let peak: Int
    /// The bins that belong to the sinusoid, the peak among them.
    let bins: Range<Int>
    /// How far the sinusoid has turned from its track's first frame to this one, in radians.
    let phase: Double
    /// The angle by which it turns, in radians per sample.
    let frequency: Double
}
