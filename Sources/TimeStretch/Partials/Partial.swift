/// A steady partial in one frame of the source: the bins around a peak of the spectrum that belong to one sinusoid.
struct Partial: Equatable {
    /// The same for a sinusoid in all frames that it goes through.
    let track: Int
    let peak: Int
    let bins: Range<Int>
    /// How far the sinusoid has turned from its track's first frame to this one, in radians.
    let phase: Double
    /// How fast it turns, in radians per sample.
    let frequency: Double
}
