import FFmpeg
import MediaTime
import TestSupport
import Testing

extension RationalTime {
    var magnitude: RationalTime { isNegative ? RationalTime(-value, timescale) : self }
}

extension ClipReader {
    /// Where the first picture or sound is presented, on the file's own clock.
    func origin() throws -> RationalTime {
        try streams.filter { $0.kind == .video || $0.kind == .audio }
            .compactMap { stream in try stream.startTime.map(stream.timeBase.time) }
            .min() ?? .zero
    }

    /// Where the last picture of a stream ends, by the packets alone.
    func end(ofStream index: Int) throws -> RationalTime? {
        try packets[index].compactMap { packet in try packet.pts.map { try $0 + packet.duration } }.max()
    }
}

/// Checks that a result presents the pictures of its source, in order, each at its mapped instant.
func expectSamePictures(
    _ source: ClipReader,
    _ result: ClipReader,
    _ rate: PlaybackRate,
    within tolerance: RationalTime = .zero,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let (old, new) = (try source.pictures(), try result.pictures())
    #expect(old.map(\.number) == new.map(\.number), sourceLocation: sourceLocation)
    let (oldOrigin, newOrigin) = (try source.origin(), try result.origin())
    for (a, b) in zip(old, new) {
        let expected = try rate.targetDuration(of: a.time - oldOrigin)
        let deviation = try b.time - newOrigin - expected
        #expect(deviation.magnitude <= tolerance, "picture \(a.number ?? -1)", sourceLocation: sourceLocation)
    }
}
