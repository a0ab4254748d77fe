import MediaTime
import TestSupport
import Testing

@testable import Export

/// Frames that are neither shown nor needed are not decoded.
@Suite struct PacketSieveTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Of 240 frames at 30 a second, in groups of 12, so many are decoded at most. One of three is a B-frame that no other refers to. The
    /// segment ends a second before the clip does.
    @Test(
        arguments: [
            (Clip.FrameCodec.h264, 8, 180), (.h264, 48, 45), (.hevc, 8, 180), (.mjpeg, 8, 57), (.mpeg2, 8, 240),
            (.av1, 8, 240), (.h264, 1, 240),
        ]
    )
    func `Playing fast, only what is shown and what that needs is decoded`(
        codec: Clip.FrameCodec,
        rate: Int64,
        most: Int
    ) throws {
        let container = codec == .mpeg2 || codec == .mjpeg ? "mkv" : "mp4"
        let media = try MediaDescription(
            ofFile: Clip(container, frames: 240, at: .fps(30), codec: codec).write(to: scratch)
        )
        let track = try #require(media.mainVideo)
        let mapping = try TimeMapping(
            source: TimeRange(start: .zero, end: RationalTime(7, 1)),
            target: TimeRange(start: .zero, end: RationalTime(7, Int32(rate)))
        )
        let selector = try FrameSelector(mapping: mapping, frameRate: .fps(30))
        func open() throws -> DecodedFrames {
            try DecodedFrames.open(TrackReader(media, track: track), damage: DamageLog())
        }
        var all = try open()
        var instants: [RationalTime] = []
        while let frame = try all.next() { if let instant = all.instant(of: frame) { instants.append(instant) } }
        var shown = Set<RationalTime>()
        for (start, end) in zip(instants, instants.dropFirst())
        where try !selector.outputFrames(ofFrameFrom: start, to: end).isEmpty {
            shown.insert(start)
        }
        #expect(Int64(shown.count) == (210 + rate - 1) / rate)
        var some = try open()
        some.showOnly(selector)
        var decoded = Set<RationalTime>()
        while let frame = try some.next() { if let instant = some.instant(of: frame) { decoded.insert(instant) } }
        #expect(shown.isSubset(of: decoded))
        // What comes after the segment may be asked for by another one.
        #expect(Set(instants.filter { $0 >= mapping.source.end }).isSubset(of: decoded))
        #expect(decoded.count <= most)
        #expect(rate > 1 || decoded.count == instants.count)
    }

    /// Segments that follow one another begin and end within frames, and within groups.
    @Test(arguments: [3, 7, 20]) func `Edits at several rates show the same frames`(rate: Int64) throws {
        let path = try Clip("mp4", frames: 240, at: .fps(30)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        let track = try #require(media.mainVideo)
        var place = RationalTime.zero
        var segments: [TimeMapping] = []
        let cuts = [0, 41, 140, 141, 397, 600, 799].map { RationalTime($0, 100) }
        for (index, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
            let speed = index % 2 == 0 ? PlaybackRate.rate(rate, 1) : .normal
            let duration = try speed.targetDuration(of: end - start)
            segments.append(
                try TimeMapping(
                    source: TimeRange(start: start, end: end),
                    target: TimeRange(start: place, duration: duration)
                )
            )
            place = try place + duration
        }
        func places(sieved: Bool) throws -> [Range<Int64>: RationalTime] {
            let reader = try TrackReader(media, track: track)
            let frames = try DecodedFrames.open(reader, damage: DamageLog())
            // Frames are looked at one after the other where repetitions are taken out.
            var source = FrameSource(FilteredFrames(TimedFrames(frames), nil), spans: !sieved)
            var places: [Range<Int64>: RationalTime] = [:]
            for segment in segments {
                try source.begin(FrameSelector(mapping: segment, frameRate: .fps(30)))
                while let placed = try source.next() { places[placed.outputFrames] = placed.instant }
            }
            return places
        }
        #expect(try places(sieved: true) == places(sieved: false))
    }
}
