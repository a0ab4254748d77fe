internal import MediaTime

/// The numbers of a track's frames by when they are presented, in little memory: frames that are evenly apart, give or take what
/// rounding takes or gives, are one run.
struct FrameNumbers: Sendable {
    /// Frames of which each lies within half an interval of its place.
    private struct Run {
        /// Of the first frame, in seconds of asset time.
        let start: Double
        /// The first frame's number.
        let number: Int64
        var count: Int64 = 1
        /// From frame to frame, in seconds; `nil` of a single frame.
        var interval: Double?

        /// Takes the next frame; `false` where it lies too far from its place.
        mutating func take(_ instant: Double) -> Bool {
            let interval = interval ?? instant - start
            guard interval > 0 else { return false }
            guard (instant - start - Double(count) * interval).magnitude < interval / 4 else { return false }
            self.interval = interval
            count += 1
            return true
        }

        func number(at instant: Double) -> Int64 {
            guard let interval else { return number }
            return number + min(count - 1, max(0, Int64(((instant - start) / interval).rounded())))
        }
    }

    private var runs: [Run] = []

    /// Reads the timestamps of a track.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file).
    init(_ media: MediaDescription, track: MediaTrack) throws {
        do {
            var count: Int64 = 0
            var scan = try FrameTimingScan(media, track: track)
            try scan.run { frame in
                add(frame.timestamp.seconds, number: count)
                count += 1
            }
        } catch {
            throw ExportError(whileReading: media.path, error)
        }
    }

    /// The numbers of frames at these instants, in seconds, which rise.
    init(_ instants: [Double]) {
        for (number, instant) in instants.enumerated() { add(instant, number: Int64(number)) }
    }

    private mutating func add(_ instant: Double, number: Int64) {
        if let place = runs.indices.last, runs[place].take(instant) { return }
        runs.append(Run(start: instant, number: number))
    }

    /// The number of the frame that is presented at an instant (asset time), or begins nearest to it in its run.
    ///
    /// - Complexity: O(log n) in the number of runs.
    func number(at instant: RationalTime) -> Int64? {
        // An instant that was computed may lie a little before that of its frame.
        let seconds = instant.seconds + 1e-7
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].start <= seconds { low = middle + 1 } else { high = middle }
        }
        return runs.isEmpty ? nil : runs[max(0, low - 1)].number(at: seconds)
    }
}
