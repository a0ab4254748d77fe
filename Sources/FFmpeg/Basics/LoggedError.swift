/// An error that a decoder has logged.
package struct LoggedError: Hashable, Sendable {
    /// The timestamp of the packet that it was at, in ticks of its packets: when that is presented, or else decoded; `nil` where it has
    /// none.
    package let ticks: Int64?
    /// The last that was said of the packet.
    package let text: String
}
