import Composition
import Export
import FFmpeg
import FoundationEssentials
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// Real clips with real oddities, where a collection of them lies beside the package (`../shared/media`) or is named by
/// `OVERCRANK_SHARED_MEDIA`.
@Suite(.enabled(if: !SharedMedia.clips.isEmpty, "no shared media beside the package"))
struct SharedMediaTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: SharedMedia.clips)
    func `Half speed, copied: the same frames at twice their instants`(clip: String) throws {
        let path = try SharedMedia.path(of: clip)
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .mute
        let output = scratch.file("slow.\(SharedMedia.container(for: clip).rawValue)")
        let plan = try retime.plan(path, for: SharedMedia.container(for: clip))
        let video = try #require(plan.video)
        _ = try Exporter(plan: plan).run(to: output)
        let (source, result) = (try ClipReader(path), try ClipReader(output))
        let stream = try #require(result.streams(.video).first)
        let packets = (old: source.packets[video.source.index], new: result.packets[stream.index])
        try expectOrder(packets.new)

        let tolerance = try stream.timeBase.time(1)
        let origin = try source.origin()
        let shown = (old: packets.old.presented, new: packets.new.presented)
        try #require(shown.old.count == shown.new.count)
        for (old, new) in zip(shown.old, shown.new) {
            let deviation = try new - (old - origin).scaled(by: 2, over: 1)
            #expect(deviation.magnitude <= tolerance, "at \(old)")
        }
        if case .copy = video.treatment {
            // Parameter sets within key frames may state the new rate; no other packet changes.
            let payloads = Set(packets.old.map(\.payload))
            #expect(packets.new.allSatisfy { $0.isKey || payloads.contains($0.payload) })
        }
        #expect(stream.rotation == source.streams[video.source.index].rotation)
        let colour = source.streams[video.source.index].parameters.colour
        #expect(stream.parameters.colour.transfer == colour.transfer)
    }

    @Test(arguments: SharedMedia.clips)
    func `The first second at 30 fps: a frame for each output frame, audio to the sample`(clip: String) throws {
        let path = try SharedMedia.path(of: clip)
        let media = try MediaDescription(ofFile: path)
        var retime = Retime(to: .fps(30))
        retime.trim = try TimeRange(start: .zero, end: min(media.asset.duration, RationalTime(1, 1)))
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let output = scratch.file("thirty.mkv")
        let plan = try retime.plan(path, for: .mkv)
        _ = try Exporter(plan: plan).run(to: output)
        let (source, result) = (try ClipReader(path), try ClipReader(output))

        let end = try #require(retime.trim).end
        let video = try #require(media.mainVideo).index
        let first = try #require(source.packets[video].presented.first) - source.origin()
        // A track that begins later than that has nothing to show.
        let packets = result.streams(.video).first.map { result.packets[$0.index] } ?? []
        #expect(packets.isEmpty == (first >= end))
        // One frame for every place from the first frame's on.
        let places =
            try FrameRate.fps(30).frame(at: end, rounding: .up) - FrameRate.fps(30).frame(at: first, rounding: .up)
        #expect(abs(Int64(packets.count) - max(0, places)) <= (end < RationalTime(1, 1) ? 1 : 0))
        try expectOrder(packets)
        for audio in result.streams(.audio) {
            let decoded = try result.audio(ofStream: audio.index)
            let length = Double(decoded.channels[0].count) / Double(decoded.sampleRate)
            #expect(length <= end.seconds + 0.5 / Double(decoded.sampleRate))
        }
    }

    @Test(arguments: SharedMedia.clips)
    func `Its inspection counts what is there`(clip: String) throws {
        let path = try SharedMedia.path(of: clip)
        let inspection = try MediaInspection(ofFile: path)
        let reader = try ClipReader(path)
        for track in inspection.media.tracks where track.kind == .video {
            let presented = reader.packets[track.index].presented
            #expect(inspection.timings[track.index]?.count == Int64(presented.count))
            let intervals = try zip(presented, presented.dropFirst()).map { try $1 - $0 }
            if track.video?.claimsConstantRate == false {
                #expect(inspection.timings[track.index]?.shortest == intervals.min())
                #expect(inspection.timings[track.index]?.longest == intervals.max())
            }
        }
    }

    /// Decoding times rise, presentation never comes before decoding, and the last packet lasts. Matroska stores no
    /// decoding times, and libav does not guess them all.
    private func expectOrder(_ packets: [ClipReader.StoredPacket]) throws {
        let decoding = packets.compactMap(\.dts)
        #expect(zip(decoding, decoding.dropFirst()).allSatisfy { $0 < $1 })
        #expect(packets.allSatisfy { packet in packet.dts.map { $0 <= packet.pts ?? $0 } ?? true })
        if let last = packets.last { #expect(last.duration > .zero) }
    }
}

extension [ClipReader.StoredPacket] {
    /// When frames are shown, in that order.
    fileprivate var presented: [RationalTime] { filter { !$0.isDiscarded }.compactMap(\.pts).sorted() }
}

/// The collection.
private enum SharedMedia {
    static let clips: [String] = {
        guard let directory, let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            return []
        }
        return names.filter { Container(forPath: $0)?.traits.defaultVideo != nil }.sorted()
    }()

    static func path(of clip: String) throws -> String { try #require(directory) + "/" + clip }

    /// The container of the clip's own family.
    static func container(for clip: String) -> Container {
        switch Container(forPath: clip) {
        case .mov: .mov
        case .mkv, .webm: .mkv
        default: .mp4
        }
    }

    private static let directory: String? = {
        if let named = ProcessInfo.processInfo.environment["OVERCRANK_SHARED_MEDIA"] { return named }
        var directory = #filePath[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            let candidate = "\(directory)/shared/media"
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
        }
        return nil
    }()
}
