/// Where the timestamp of a frame comes from.
public enum TimestampSource: Hashable, Sendable {
    /// The driver gave it, by the system's monotonic clock.
    case driver
    /// The driver gave it by the time of day. It was converted to the monotonic clock.
    case timeOfDay
    /// The driver gave it by a clock of its own, which goes as the monotonic clock does. It was moved to that.
    case otherClock
    /// The driver's clock is not known. It is the instant at which the frame arrived, which is later than the true one.
    case arrival

    /// What is to be said of a recording whose frames have such timestamps; `nil` for what is usual.
    var note: String? {
        switch self {
        case .driver: nil
        case .timeOfDay: "the driver's timestamps are by the time of day; they were converted to the monotonic clock"
        case .otherClock:
            "the driver's timestamps are by a clock of its own; they were moved to the monotonic clock by when frames arrived"
        case .arrival:
            "the driver's timestamps are by no known clock; the frames have the instants at which they arrived"
        }
    }
}
