internal import Composition
internal import MediaTime

/// What is seen at each instant of the result.
struct ZoomCourse: Sendable {
    private let zoom: FrameZoom
    /// Of each part of the track: its segments, and where its file begins in the time of all clips, in seconds.
    private let parts: [(segments: [TimeMapping], start: Double)]

    init(_ zoom: FrameZoom, _ parts: [TrackPart], of inputs: [MediaDescription]) {
        self.zoom = zoom
        self.parts = parts.map { part in
            (part.segments, inputs[..<part.input].reduce(0) { $0 + $1.asset.duration.seconds })
        }
    }

    /// The part of the frame that is seen, in shares of its width and height.
    ///
    /// - Parameters:
    ///   - instant: In target time.
    ///   - part: The part of the track that is shown then.
    /// - Returns: A rectangle within the frame.
    /// - Throws: `TimeOverflow` where the instant of the source needs more than 64 bits.
    /// - Complexity: O(log n) in the number of segments.
    func view(at instant: RationalTime, ofPart part: Int) throws -> FrameRectangle {
        guard zoom.clock == .source else { return zoom.view(at: instant.seconds) }
        let (segments, start) = parts[part]
        var (low, high) = (0, segments.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].target.end <= instant { low = middle + 1 } else { high = middle }
        }
        let ticks = try segments[low].sourceTicks(ofTarget: instant, over: Self.timescale, rounding: .nearest)
        return zoom.view(at: start + Double(ticks) / Double(Self.timescale))
    }

    private static let timescale: Int32 = 10_000_000
}
