internal import MediaTime

/// How fast a file grows: over the last seconds, as far as there are any.
struct DataRate {
    private var samples: [(time: RationalTime, bytes: UInt64)] = []

    /// How far back it looks, in seconds, and how much it has to see before it says anything.
    private static let span = RationalTime(10, 1)
    private static let least = RationalTime(1, 1)

    /// Takes the file's length at an instant of the file. An earlier instant is one of another file. An empty file says nothing:
    /// the first bytes are room for the header.
    mutating func add(bytes: UInt64, at time: RationalTime) {
        guard bytes > 0 else { return samples = [] }
        if let last = samples.last, time <= last.time {
            guard time < last.time else { return }
            samples = []
        }
        samples.append((time, bytes))
        samples.removeAll { sample in (try? time - sample.time).map { $0 > Self.span } ?? true }
    }

    /// For how long bytes last at the present rate; `nil` where that is not known.
    func time(for bytes: UInt64?) -> RationalTime? {
        guard let bytes, let first = samples.first, let last = samples.last, last.bytes > first.bytes,
            let seen = try? last.time - first.time, seen >= Self.least
        else { return nil }
        let seconds = Double(bytes) / Double(last.bytes - first.bytes) * seen.seconds
        return seconds < Double(Int32.max) ? RationalTime(Int64(seconds), 1) : nil
    }
}
