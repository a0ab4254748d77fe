/// What the edit list of a track in fragments hides: the samples that are presented before its part of the track begins.
package struct HiddenBeginning: Hashable, Sendable {
    /// For how long nothing is presented before that part, in ticks of the movie.
    package let pause: UInt64
    /// Ticks of the movie in a second.
    package let movieTimescale: UInt32
    /// Where that part begins, in ticks of the track.
    package let start: Int64
    /// How long before the part the first sample begins, in ticks of the track: more than none.
    package let length: Int64
    /// The sample before the part is on screen where it begins, until the next one: how long it has been presented by then, and how long it
    /// still is, in ticks of the track. `nil` where a sample begins there, and where none follows.
    package let held: Held?

    package struct Held: Hashable, Sendable {
        package let (passed, left): (Int64, Int64)
    }
}
