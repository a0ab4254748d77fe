/// When the last sample of a track ends that an edit list presents.
package struct EditEnd: Hashable, Sendable {
    /// How long the sample lasts, in ticks of the track.
    package let lastStep: UInt32
    /// When the list ends, in ticks of the movie; `nil` where it does not say.
    package let instant: UInt64?
    /// Ticks of the movie in a second.
    package let movieTimescale: UInt32

    /// How long the last sample is presented, in ticks of the track: as long as it lasts, or where the list ends earlier, by more than its
    /// rounding, until then.
    ///
    /// - Parameters:
    ///   - time: When it begins, in ticks of the track behind the list's beginning.
    ///   - timescale: Ticks of the track in a second.
    /// - Returns: At least one tick.
    package func duration(from time: Int64, timescale: UInt32) -> Int64 {
        let (last, movie, track) = (Int128(lastStep), Int128(movieTimescale), Int128(timescale))
        guard let instant, movie > 0 else { return max(1, Int64(lastStep)) }
        // In ticks of the track times ticks of the movie.
        let left = Int128(instant) * track - Int128(time) * movie
        if left >= last * movie - track { return max(1, Int64(lastStep)) }
        return Int64(max(1, left / movie))
    }
}
