import FFmpeg
import MediaTime
import TestSupport
import Testing

extension RationalTime {
    var magnitude: RationalTime { isNegative ? RationalTime(-value, timescale) : self }
}

extension ClipReader {
    /// Where the first frame or audio is presented, on the file's own clock.
    func origin() throws -> RationalTime {
        try streams.filter { $0.kind == .video || $0.kind == .audio }
            .compactMap { stream in try stream.startTime.map(stream.timeBase.time) }
            .min() ?? .zero
    }

    /// Where the last frame of a stream ends, by the packets alone.
    func end(ofStream index: Int) throws -> RationalTime? {
        try packets[index].compactMap { packet in try packet.pts.map { try $0 + packet.duration } }.max()
    }
}

/// Checks that a result presents the frames of its source, in order, each at its mapped instant.
func expectSameFrames(
    _ source: ClipReader,
    _ result: ClipReader,
    _ rate: PlaybackRate,
    within tolerance: RationalTime = .zero,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let (old, new) = (try source.frames(), try result.frames())
    #expect(old.map(\.number) == new.map(\.number), sourceLocation: sourceLocation)
    let (oldOrigin, newOrigin) = (try source.origin(), try result.origin())
    for (a, b) in zip(old, new) {
        let expected = try rate.targetDuration(of: a.time - oldOrigin)
        let deviation = try b.time - newOrigin - expected
        #expect(deviation.magnitude <= tolerance, "frame \(a.number ?? -1)", sourceLocation: sourceLocation)
    }
}
