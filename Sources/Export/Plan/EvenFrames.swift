internal import MediaTime

/// Which frames of a source have exactly one place of a constant rate each, one after the other: those need not be chosen.
struct EvenFrames: Sendable {
    /// Runs of such frames, each at least a second of the output long.
    let runs: [EvenRun]
    /// By at most so many others a frame is overtaken on the way from decoding to presentation.
    let overtaking: Int
    /// The place behind the last that shows a frame.
    let end: Int64
}

/// Frames that follow one another in a source and at a constant rate: none has two places there, and none has none.
struct EvenRun: Hashable, Sendable {
    /// The segment that plays them.
    let mapping: TimeMapping
    /// When the first begins, which may be before the segment does (asset time, of a clock for choosing frames).
    let start: RationalTime
    /// When the last ends, which may be after the segment does.
    private(set) var end: RationalTime
    private(set) var places: Range<Int64>

    /// The run of one frame with one place.
    init(_ mapping: TimeMapping, from start: RationalTime, to end: RationalTime, at place: Int64) {
        (self.mapping, self.start, self.end, places) = (mapping, start, end, place..<place + 1)
    }

    /// Adds the next frame of the source; `false` where it does not have the next place, and no other.
    mutating func add(to end: RationalTime, at places: Range<Int64>) -> Bool {
        guard places == self.places.upperBound..<self.places.upperBound + 1 else { return false }
        (self.end, self.places) = (end, self.places.lowerBound..<places.upperBound)
        return true
    }

    /// Whether it is worth it to go from encoded frames to copied ones and back: at least a second.
    func isLong(at rate: FrameRate) -> Bool { Double(places.count) >= rate.approximation }
}
