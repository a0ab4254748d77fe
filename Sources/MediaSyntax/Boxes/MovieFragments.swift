/// What the fragments of a movie say together.
package struct MovieFragments: Hashable, Sendable {
    /// That its clock begins anew; `nil` where it does not.
    package let restarts: FragmentRestarts?
    /// How long the sample of each track lasts that comes last in the file, in ticks of the track, by the numbers of tracks.
    package let lastDurations: [UInt32: UInt64]
}
