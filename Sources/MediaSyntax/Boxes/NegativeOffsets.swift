/// Samples of a track in fragments that are presented before they are decoded: their composition offsets are negative (`trun`, version 1; so
/// CMAF has it). The first sample is then presented when it is decoded, and the track needs no edit list.
///
/// Times count from where the edit list begins, in ticks of the track.
package struct NegativeOffsets: Hashable, Sendable {
    /// How long before its decoding a sample is presented at most: more than none.
    package let most: Int64
    /// When the first sample is presented.
    package let first: Int64
    /// Samples that are decoded before state no offsets: they are presented when they are decoded. `nil` where there are none.
    package let plainEnd: Int64?
    /// What makes the first fragment that states offsets state the most; `nil` where it does.
    package let sign: Sign?

    /// A sample that is then said to be presented earlier than it is.
    package struct Sign: Hashable, Sendable {
        package let change: ByteChange
        /// When the sample is decoded.
        package let decoded: Int64
        /// By how much earlier.
        package let earlier: Int64
    }
}
