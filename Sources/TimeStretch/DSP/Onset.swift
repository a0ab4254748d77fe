/// The beginning of an attack in the source.
struct Onset: Equatable {
    /// A source sample at most a millisecond before the attack.
    let sample: Int64
    /// The part of the spectrum that is new, 0 to 1.
    let strength: Float
}
