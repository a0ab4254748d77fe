public import MediaTime

/// Copied frames that are presented later than their timestamps say: in the source they are presented at the instant of a neighbour, or so
/// near to it that the container has no other tick for them.
public struct MovedFrames: Hashable, Sendable {
    /// How many there are.
    public private(set) var count: Int64 = 0
    /// By how much one of them is late at most, in target time.
    public private(set) var greatest = RationalTime.zero

    /// What the user should know; `nil` where no frame is moved.
    public var warning: String? {
        guard count > 0 else { return nil }
        let (frames, are) = count == 1 ? ("a frame", "is") : ("\(count) frames", "are")
        let most = count == 1 ? "" : " at most"
        let late = "\(Milliseconds.text(greatest))\(most)"
        return "\(frames) at the instant of another \(are) shown later, by \(late): the file has one instant for each"
    }

    /// No frame.
    public init() {}

    /// Takes a frame that is late; `nil` for what cannot be expressed.
    mutating func note(_ delay: RationalTime?) {
        count += 1
        greatest = max(greatest, delay ?? .zero)
    }

    mutating func add(_ other: MovedFrames) {
        count += other.count
        greatest = max(greatest, other.greatest)
    }
}
