internal import Glibc

/// How long a camera is left alone before it is opened anew: each time twice as long, up to sixteen times, so that a driver which fails at once
/// does not fill a disk with files of a few frames.
struct RestBetweenAttempts {
    /// In microseconds.
    private let shortest: UInt32
    private(set) var times = 1

    /// `shortest`: the first one, in microseconds.
    init(_ shortest: UInt32) {
        self.shortest = shortest
    }

    private static let most = 16

    /// Waits, and has the next one last longer.
    ///
    /// - Parameter isOver: whether the wait is to end, which is asked before each of its parts.
    mutating func take(until isOver: () -> Bool) {
        for _ in 0..<times where !isOver() { usleep(shortest) }
        times = min(2 * times, Self.most)
    }

    /// The camera has worked for a while: the next one is as short as the first.
    mutating func shorten() { times = 1 }
}
