import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Streams of one codec without a container.
@Suite struct BareStreamTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [("h264", Clip.FrameCodec.h264), ("hevc", .hevc)])
    func `Without timestamps there is nothing to play, and the reason is said`(
        name: String,
        codec: Clip.FrameCodec
    ) throws {
        let path = try Clip(name, frames: 10, at: .fps(30), codec: codec).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.isBareStream)
        #expect(media.emptiness?.contains("stream without a container") == true)
        let timing = try MediaInspection(ofFile: path).timings[0]
        #expect(timing?.count == 0 && timing?.untimed == 10)
    }

    @Test func `Numbers of frames are no timestamps`() throws {
        var clip = Clip("drc", frames: 10, at: .fps(30), codec: .vc2)
        clip.frames?.bFrames = 0
        let media = try MediaDescription(ofFile: try clip.write(to: scratch))
        #expect(media.isBareStream)
        #expect(media.emptiness?.contains("stream without a container") == true)
    }

    @Test func `A rate that is assumed is said`() throws {
        let path = try Clip("mjpeg", frames: 10, at: .fps(30), codec: .mjpeg).write(to: scratch)
        let warnings = try Retime(.rate(1, 2)).plan(path, for: .mov).warnings
        #expect(warnings.contains { $0.hasSuffix("25 frames a second are assumed") })
        let contained = try Clip("mov", frames: 10, at: .fps(30), codec: .mjpeg).write(to: scratch)
        #expect(try Retime(.rate(1, 2)).plan(contained, for: .mov).warnings.isEmpty)
        #expect(try !MediaDescription(ofFile: contained).isBareStream)
    }

    /// libavformat's reader of it gives an error in front of the last of many frames.
    @Test(arguments: ["mp4", "mkv"]) func `AV1 in Annex B is copied as a whole`(ending: String) throws {
        let plain = try Clip("obu", frames: 60, at: .fps(30), codec: .av1).write(to: scratch)
        let path = try scratch.write(Self.annexB(of: ScratchDirectory.bytes(of: plain)), to: "annexb.obu")
        let output = scratch.file("copy.\(ending)")
        try Retime(.rate(1, 2)).run(path, to: output)
        #expect(try ClipReader(output).frames().map(\.number) == Array(0..<60))
    }

    /// A stream of units with sizes, with the sizes of frames and of what is shown at one time in front of them (AV1 bitstream
    /// specification, annex B).
    private static func annexB(of stream: [UInt8]) -> [UInt8] {
        var instants: [[[UInt8]]] = []
        var place = 0
        while place < stream.count {
            var (size, shift, content) = (0, 0, place + 1)
            repeat {
                size |= Int(stream[content] & 0x7F) << shift
                shift += 7
                content += 1
            } while stream[content - 1] & 0x80 != 0
            // A delimiter.
            if stream[place] >> 3 & 15 == 2 { instants.append([]) }
            instants[instants.count - 1].append(Array(stream[place..<content + size]))
            place = content + size
        }
        func sized(_ bytes: [UInt8]) -> [UInt8] {
            var (sizes, rest) = ([UInt8](), bytes.count)
            repeat {
                sizes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
                rest >>= 7
            } while rest > 0
            return sizes + bytes
        }
        return instants.flatMap { sized(sized($0.flatMap(sized))) }
    }
}
