/// One frame of the vocoder: which part of the source it shows, and where in the target it stands.
struct SpectralFrame: Equatable {
    /// The target sample of its centre.
    let target: Int64
    /// The source position of its centre.
    let source: SourcePosition
    /// Whether it is an attack's own frame, centred on it.
    let isAttack: Bool
    /// The samples of the frame, counted from its centre, that are not too near to a neighbouring attack; all others are
    /// faded out. `nil` where the frame reaches no such attack.
    let room: ClosedRange<Double>?
    /// The same for the source alone: what of it the spectrum may show. Above rate 1, where attacks lie closer in the target
    /// than in the source, this is more.
    let sourceRoom: ClosedRange<Double>?
    /// The attack ahead that its phases approach; `nil` where none is near.
    let approach: Approach?
    /// How far behind it the next frame stands in the target, unless an attack comes before that.
    let step: Int64
    /// How long before its centre an attack's rise begins, in samples: so much more the frames before it leave out.
    let rise: Double
    /// Whether its window is half as long as others'.
    let isShort: Bool

    /// How a frame approaches the phases of an attack's own frame, which are the source's.
    struct Approach: Equatable {
        /// The source position as far before the attack as the frame lies before it in the target. A tone that has its phase of
        /// there runs on into the attack's frame.
        let source: SourcePosition
        /// The part of the way to that phase that this frame goes, 0 to 1.
        let share: Float
    }

    /// Whether the map is at rate 1 at the centre.
    var isUnity: Bool { source.rate == 1 && source.fraction == 0 }
}
