import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// The frame rate that H.264's and HEVC's parameter sets state is the new one after a passthrough export.
@Suite struct StatedRateTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc], ["mp4", "mkv"])
    func `Out of band`(codec: Clip.FrameCodec, container: String) throws {
        let path = try Clip(container, frames: 24, at: .fps(120), codec: codec).write(to: scratch)
        #expect(try statedRate(of: path) == TimeBase(120, 1))
        let output = scratch.file("slow.\(container)")
        try Retime(.rate(1, 2)).run(path, to: output)
        #expect(try statedRate(of: output) == TimeBase(60, 1))
        let (source, result) = (try ClipReader(path), try ClipReader(output))
        #expect(source.packets[0].map(\.payload) == result.packets[0].map(\.payload))
        #expect(try result.frames().map(\.number) == (0..<24).map { $0 })
    }

    @Test(arguments: [(Clip.FrameCodec.h264, "mp4"), (.h264, "mkv"), (.hevc, "mkv")])
    func `In every key frame, too`(codec: Clip.FrameCodec, container: String) throws {
        var clip = Clip(container, frames: 36, at: .fps(120), codec: codec)
        clip.frames?.repeatsHeaders = true
        let path = try clip.write(to: scratch)
        let output = scratch.file("slow.\(container)")
        try Retime(.rate(1, 2)).run(path, to: output)
        #expect(try statedRate(of: path, from: 24) == TimeBase(120, 1))
        for first in [0, 12, 24] as [Int64] { #expect(try statedRate(of: output, from: first) == TimeBase(60, 1)) }
        let (source, result) = (try ClipReader(path), try ClipReader(output))
        #expect(try result.frames().map(\.number) == (0..<36).map { $0 })
        for (old, new) in zip(source.packets[0], result.packets[0]) {
            #expect((old.payload != new.payload) == new.isKey)
            // The frame itself, behind the headers.
            let half = old.payload.bytes.count / 2
            #expect(old.payload.bytes.suffix(half) == new.payload.bytes.suffix(half))
        }
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc])
    func `Between start codes`(codec: Clip.FrameCodec) throws {
        // A transport stream has its headers in band, and no record of them.
        var clip = Clip("ts", frames: 36, at: .fps(120), codec: codec)
        clip.frames?.repeatsHeaders = true
        let result = try Retime(.rate(1, 2)).result(of: clip, as: "mp4", in: scratch)
        #expect(try result.frames().map(\.number) == (0..<36).map { $0 })
        for first in [0, 24] as [Int64] { #expect(try statedRate(of: result.path, from: first) == TimeBase(60, 1)) }
        #expect(result.streams[0].averageFrameRate == TimeBase(60, 1))
    }

    @Test func `A rate that varies is scaled`() throws {
        let ticks: [Int64] = [0, 8, 17, 25, 33, 100, 108, 117, 125, 133, 142, 150]
        var clip = Clip("mp4", frames: ticks.count, at: .fps(120))
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 8)
        let path = try clip.write(to: scratch)
        let old = try #require(try statedRate(of: path))
        let output = scratch.file("slow.mp4")
        try Retime(.rate(1, 2)).run(path, to: output)
        let new = try #require(try statedRate(of: output))
        let ratio = Double(new.numerator) / Double(new.denominator) * Double(old.denominator) / Double(old.numerator)
        #expect(abs(ratio - 0.5) < 1e-6)
    }

    /// What a decoder finds in the stream's headers, fed from a frame on.
    private func statedRate(of path: String, from first: Int64 = 0) throws -> TimeBase? {
        let demuxer = try Demuxer(path: path)
        let decoder = try Decoder(demuxer.streams[0].parameters, timeBase: demuxer.streams[0].timeBase)
        let packet = try Packet()
        let frame = try Frame()
        var index: Int64 = 0
        while try demuxer.read(into: packet) {
            if index >= first { _ = try decoder.send(packet) }
            index += 1
            packet.reset()
            if try decoder.receive(into: frame) == .produced { break }
        }
        return decoder.statedFrameRate
    }
}
