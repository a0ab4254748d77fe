/// Brings a driver's stamps to the system's monotonic clock, buffer by buffer. All times are in microseconds.
///
/// What a driver says of its clock is believed where the stamp can be true: no frame was taken before the driver began, and
/// none will be later. Some drivers say monotonic and stamp by a counter of their own, which began at another time (Jetson's
/// by its TSC). Where that goes as fast, its distance to the monotonic clock is found, and stamps are moved by it.
package struct StampClock: Sendable {
    /// A clock of the driver's own.
    private struct Other {
        /// What is to be added to its stamps.
        var offset: Int64
        /// The newest stamp, and when it was fetched.
        var stamp: Int64
        var arrival: Int64
    }

    /// When the driver began, by the monotonic clock.
    private let start: Int64
    /// From the last stamp that could be true to the moment at which it was fetched.
    private var latency: Int64 = 0
    private var hasBeenTrue = false
    /// The driver's own clock, as far as one is seen.
    private var other: Other?
    /// How many stamps were by no clock that goes on.
    private var contradictions = 0
    /// The latest instant of a frame by a clock that is known.
    private var newest = Int64.min
    /// Of stamps that are behind it, though they could be true: the newest, and how many in a row each are later than the one before.
    private var behind = (stamp: Int64.min, count: 0)

    /// A frame may have been begun so long before the driver was told to begin.
    private static let slack: Int64 = 1_000_000
    /// What a driver calls monotonic may be ahead by as much: some compute it of the camera's clock.
    private static let ahead: Int64 = 50_000
    /// A stamp is fetched so long after it was given, at most; else its clock goes slower.
    private static let longestDelay: Int64 = 1_000_000
    /// The monotonic clock goes faster than the driver's by no more than one of this number: it is set right by up to 500
    /// millionths.
    private static let steadiness: Int64 = 1000
    /// After so many contradictions stamps are not looked at any more, unless they can be true.
    private static let patience = 3
    /// After so many stamps in a row that go on behind an earlier one, the clock has been set back. Fewer are frames out of order.
    private static let disorder = 3

    /// The clock of a driver that begins to deliver.
    ///
    /// - Parameter start: when that is, by the monotonic clock.
    package init(start: Int64) { self.start = start }

    /// The instant of the next buffer.
    ///
    /// - Parameters:
    ///   - stamp: the driver's.
    ///   - clock: what the driver says of it.
    ///   - monotonic: the monotonic clock when the buffer was fetched.
    ///   - timeOfDay: the time of day at the same moment, since 1970.
    /// - Returns: never later than that moment, but for what a driver calls monotonic.
    package mutating func timestamp(
        _ stamp: Int64,
        by clock: BufferTimestamp.Clock,
        monotonic: Int64,
        timeOfDay: Int64
    ) -> BufferTimestamp {
        if let moved = move(stamp, monotonic) {
            newest = max(newest, moved)
            return BufferTimestamp(moved, .other)
        }
        if canBeTrue(age: monotonic &- stamp, monotonic, ahead: clock == .monotonic ? Self.ahead : 0) {
            return take(age: monotonic - stamp, stamp, monotonic, .monotonic)
        }
        let age = timeOfDay &- stamp
        if canBeTrue(age: age, monotonic, ahead: 0) { return take(age: age, stamp, monotonic, .timeOfDay) }
        return meet(stamp, monotonic)
    }

    /// The instant of a stamp that can be true, and is, unless the clock has been set back since an earlier one. Then it is a clock of the
    /// driver's own from now on: as many frames as it was set back by would be no later than the one before. By as much as a stamp may be
    /// ahead nothing is set back: the earlier one was.
    private mutating func take(
        age: Int64,
        _ stamp: Int64,
        _ monotonic: Int64,
        _ source: BufferTimestamp.Source
    ) -> BufferTimestamp {
        let instant = monotonic - age
        if instant >= newest {
            (newest, behind) = (instant, (.min, 0))
            noteTruth(age: age)
            return BufferTimestamp(instant, source)
        }
        guard newest - instant > Self.ahead else { return BufferTimestamp(instant, source) }
        behind = (stamp, stamp > behind.stamp ? behind.count + 1 : 1)
        guard behind.count >= Self.disorder else { return BufferTimestamp(instant, source) }
        behind = (.min, 0)
        let moved = monotonic - latency
        other = Other(offset: moved &- stamp, stamp: stamp, arrival: monotonic)
        newest = max(newest, moved)
        return BufferTimestamp(moved, .other)
    }

    private func canBeTrue(age: Int64, _ monotonic: Int64, ahead: Int64) -> Bool {
        (-ahead...max(0, monotonic - start) + Self.slack).contains(age)
    }

    private mutating func noteTruth(age: Int64) {
        (latency, hasBeenTrue, other) = (max(0, age), true, nil)
    }

    /// The instant of a stamp that goes on with the driver's own clock; `nil` where it does not.
    ///
    /// No stamp is fetched before it was given, so the distance of the clocks is no more than what is seen of it. It grows slowly
    /// where the monotonic clock is the faster one.
    private mutating func move(_ stamp: Int64, _ monotonic: Int64) -> Int64? {
        guard let other, stamp > other.stamp else { return nil }
        let most = other.offset &+ (monotonic - other.arrival) / Self.steadiness
        let seen = monotonic &- stamp
        guard (-Self.longestDelay...Self.longestDelay).contains(seen &- most) else { return nil }
        self.other = Other(offset: min(most, seen), stamp: stamp, arrival: monotonic)
        return stamp &+ min(most, seen)
    }

    /// The instant of a stamp that cannot be true, and begins a clock of the driver's own where the next ones go on with it.
    private mutating func meet(_ stamp: Int64, _ monotonic: Int64) -> BufferTimestamp {
        if other != nil { contradictions += 1 }
        let isClock = stamp != 0 && contradictions < Self.patience
        let instant = isClock ? monotonic - latency : monotonic
        other = isClock ? Other(offset: instant &- stamp, stamp: stamp, arrival: monotonic) : nil
        let isFirst = isClock && !hasBeenTrue && contradictions == 0
        return BufferTimestamp(instant, isFirst ? .other : .arrival)
    }
}
