import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// What an inspection shows without decoding.
@Suite struct InspectionTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["mp4", "mov", "mkv", "ts", "avi"])
    func `Nothing is wrong with a whole file`(container: String) throws {
        var clip = Clip(container, frames: 60, at: .fps(60), codec: container == "avi" ? .mjpeg : .h264)
        clip.frames?.repeatsHeaders = container == "ts"
        let inspection = try MediaInspection(ofFile: clip.write(to: scratch))
        #expect(inspection.effort == .timestamps)
        #expect(inspection.findings.isEmpty)
        #expect(inspection.timings[0]?.count == 60)
    }

    /// Key frames stand every 12 frames.
    @Test func `A file that begins between two key frames`() throws {
        var clip = Clip("ts", frames: 60, at: .fps(60))
        clip.frames?.repeatsHeaders = true
        let bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let reader = try ClipReader(scratch.file("clip.ts"))
        let third = try #require(reader.packets[0][3].position)
        // The first two packets of a transport stream say which streams there are.
        let start = Int(third) / 188 * 188
        let path = try scratch.write(bytes.prefix(3 * 188) + bytes.dropFirst(start), to: "cut.ts")
        let kinds = try MediaInspection(ofFile: path).findings.map(\.kind)
        #expect(kinds.contains { if case .beginsBetweenKeyFrames(let frames) = $0 { frames > 0 } else { false } })
        // An export says so, too; of a whole file it says nothing.
        let warning = "\(path) begins between two key frames: the first "
        #expect(try Retime(.rate(1, 2)).plan(path, for: .mp4).warnings.contains { $0.hasPrefix(warning) })
        let whole = scratch.file("clip.ts")
        #expect(try Retime(.rate(1, 2)).plan(whole, for: .mp4).warnings.isEmpty)
    }

    @Test(arguments: ["libx264", "mpeg2video", "mpeg4"], [FieldOrder.upperFirst, .lowerFirst])
    func `Which field of interlaced frames comes first`(encoder: String, order: FieldOrder) throws {
        var clip = InterlacedClip()
        (clip.encoder, clip.order) = (encoder, order)
        if encoder != "libx264" { clip.options = [MetadataEntry(key: "b", value: "8000000")] }
        let path = scratch.file("clip.mkv")
        try clip.write(to: path)
        let video = try MediaInspection(ofFile: path).media.tracks[0].video
        #expect(video?.firstField == (order == .upperFirst ? .upper : .lower))
        let whole = try Clip("mkv", frames: 12, at: .fps(25)).write(to: scratch, as: "whole")
        #expect(try MediaInspection(ofFile: whole).media.tracks[0].video?.firstField == nil)
    }

    @Test func `A header that states another duration`() throws {
        let bytes = try ScratchDirectory.bytes(of: Clip("mkv", frames: 120, at: .fps(60)).write(to: scratch))
        let path = try scratch.write(bytes.prefix(bytes.count / 2), to: "cut.mkv")
        let inspection = try MediaInspection(ofFile: path)
        let found = inspection.duration
        #expect(found < RationalTime(3, 2))
        let stated = inspection.media.asset.duration
        let isSaid = inspection.findings.contains { $0.kind == .hasOtherDuration(stated: stated, found: found) }
        // Where the description itself is measured, nothing is left to disagree but the clock's rounding.
        #expect(isSaid || abs(stated.seconds - found.seconds) < 0.002)
    }

    @Test func `An index that lists more frames than there are`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(60), codec: .h264)
        clip.options = [MetadataEntry(key: "movflags", value: "+faststart")]
        let bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let path = try scratch.write(bytes.prefix(bytes.count * 3 / 4), to: "cut.mp4")
        let inspection = try MediaInspection(ofFile: path)
        let count = try #require(inspection.timings[0]?.count)
        #expect(count < 60)
        #expect(inspection.findings.contains { $0.kind == .lacksFrames(listed: 60, found: count) })
    }
}
