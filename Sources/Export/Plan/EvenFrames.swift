internal import MediaTime

/// Which frames of a source have exactly one place of a constant rate each, one after the other: those need not be chosen.
struct EvenFrames: Sendable {
    /// Runs of such frames, each at least a second of the output long.
    let runs: [EvenRun]
    /// The run that all frames of the only segment are in, where they can be decoded without any others; `nil` where there is none.
    let whole: EvenRun?
    /// By at most so many others a frame is overtaken on the way from decoding to presentation.
    let overtaking: Int
    /// The place behind the last that shows a frame.
    let end: Int64
}

/// Frames of a source that follow one another at a constant rate: each has one place there, but for those between them that have
/// none and can be left out.
struct EvenRun: Hashable, Sendable {
    /// The segment that plays them.
    let mapping: TimeMapping
    let rate: FrameRate
    /// When the first begins, which may be before the segment does (asset time).
    let start: RationalTime
    /// When the last ends, which may be after the segment does.
    private(set) var end: RationalTime
    private(set) var places: Range<Int64>
    /// Whether frames are left out. Those that are not then all begin at the instants of their places: that tells them.
    private(set) var isThinned = false
    private var stands: Bool

    /// The run of one frame with one place.
    init(_ mapping: TimeMapping, at rate: FrameRate, from start: RationalTime, to end: RationalTime, at place: Int64) {
        (self.mapping, self.rate, self.start, self.end, places) = (mapping, rate, start, end, place..<place + 1)
        stands = mapping.stands(start, at: rate)
    }

    /// Adds the next frame of the source; `false` where it does not have the next place, and no other, or has none and others
    /// may refer to it.
    mutating func add(from start: RationalTime, to end: RationalTime, at places: Range<Int64>, leavable: Bool) -> Bool {
        let stands = mapping.stands(start, at: rate)
        if places.isEmpty {
            guard leavable, self.stands, !stands else { return false }
            isThinned = true
        } else {
            guard places == self.places.upperBound..<self.places.upperBound + 1, stands || !isThinned else {
                return false
            }
            self.stands = self.stands && stands
        }
        (self.end, self.places) = (end, self.places.lowerBound..<max(self.places.upperBound, places.upperBound))
        return true
    }

    /// Whether it is worth it to go from encoded frames to copied ones and back: at least a second.
    var isLong: Bool { Double(places.count) >= rate.approximation }
}
