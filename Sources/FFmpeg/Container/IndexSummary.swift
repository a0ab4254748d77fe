/// Whether an edit list hides packets of a stream.
package struct HiddenPackets: Hashable, Sendable {
    /// There are some before the first that is presented.
    package var areBefore = false
    /// There are some after the last that is presented.
    package var areAfter = false

    package init() {}
}

/// A stream's decoding times by a container's index, in ticks of the stream's time base.
package struct IndexSummary: Hashable, Sendable {
    package let count: Int64
    package let first: Int64
    package let last: Int64
    /// The distance from each time to the next; `nil` where it is not always the same.
    package let step: Int64?
}
