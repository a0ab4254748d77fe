/// A stream's decoding times by a container's index, in ticks of the stream's time base.
package struct IndexSummary: Hashable, Sendable {
    package let count: Int64
    package let first: Int64
    package let last: Int64
    /// From each time to the next, where that is always the same.
    package let step: Int64?
}
