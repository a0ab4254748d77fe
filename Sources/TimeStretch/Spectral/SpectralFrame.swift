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

    /// Whether the map is at rate 1 at the centre.
    var isUnity: Bool { source.rate == 1 && source.fraction == 0 }
}
