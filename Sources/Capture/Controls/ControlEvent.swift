package import MediaTime

/// A control has another value.
package struct ControlEvent: Hashable, Sendable {
    /// Which one, by the number that drivers know.
    package let id: UInt32
    /// What it is set to now.
    package let value: Int64
    /// When that was, by the system's monotonic clock.
    package let instant: RationalTime

    package init(id: UInt32, value: Int64, instant: RationalTime) {
        self.id = id
        self.value = value
        self.instant = instant
    }
}
