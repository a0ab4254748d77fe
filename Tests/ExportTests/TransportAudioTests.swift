import Export
import MediaFormats
import MediaSyntax
import TestSupport
import Testing

/// Audio of MPEG-TS of which packets are lost, or say less than they should.
@Suite struct TransportAudioTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// The PID that libavformat gives the second stream.
    private static let audio = 0x101
    private static let packetSize = 188

    /// Two seconds of video and AAC, whose packets of audio are changed, or taken out where the body returns `nil`. `number` counts them.
    private func clip(
        _ change: (_ packet: ArraySlice<UInt8>, _ number: Int, _ begins: Bool) -> [UInt8]?
    ) throws -> String {
        var clip = Clip("ts", frames: 60, at: .fps(30))
        clip.frames?.repeatsHeaders = true
        clip.audioTracks = [Clip.Audio("aac", samples: 96_000)]
        let bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        var (changed, number): ([UInt8], Int) = ([], 0)
        for start in stride(from: 0, to: bytes.count, by: Self.packetSize) {
            let packet = bytes[start..<start + Self.packetSize]
            guard Int(packet[start + 1] & 0x1F) << 8 | Int(packet[start + 2]) == Self.audio else {
                changed += packet
                continue
            }
            changed += change(packet, number, packet[start + 1] & 0x40 != 0) ?? []
            number += 1
        }
        return try scratch.write(changed, to: "changed.ts")
    }

    /// What follows a packet that is lost begins with no header, which the muxer has to take off.
    @Test(arguments: ["mp4", "mov", "mkv"])
    func `Audio of which a packet is lost is copied, and what cannot be is told`(container: String) throws {
        let told = "a packet of AAC without its header, left out"
        var count = 0
        for lost in 1..<24 {
            let path = try clip { packet, number, _ in number == lost ? nil : Array(packet) }
            let output = scratch.file("copy\(lost).\(container)")
            let report = try Retime().run(path, to: output)
            #expect(report.frames.shown == 60)
            count += report.damage.count { $0.message == told }
            let packets = try ClipReader(output).packets[1].count
            #expect(packets > 80, "without the packet \(lost) there are \(packets)")
        }
        #expect(count > 0)
    }

    @Test func `A header that cannot be taken off is none`() {
        let header: [UInt8] = [0xFF, 0xF1, 0x4C, 0x40, 0x01, 0x3F, 0xFC]
        func isWhole(_ bytes: [UInt8]) -> Bool { ADTSHeader.isWhole(bytes.span) }
        #expect(isWhole(header + [1, 2]))
        #expect(!isWhole(header))
        #expect(!isWhole([0xFF, 0xE1] + header.dropFirst(2) + [1]))
        // A rate that is none; a checksum that leaves nothing; several frames with one; less than a header.
        #expect(!isWhole(header[..<2] + [0x7C] + header[3...] + [1]))
        #expect(!isWhole([0xFF, 0xF0] + header.dropFirst(2) + [1, 2]))
        #expect(!isWhole([0xFF, 0xF0] + header[2..<6] + [0xFD, 1, 2, 3]))
        #expect(!isWhole(header[..<4] + [0, 0x1F, 0xFC, 1]))
    }

    @Test func `Audio without a timestamp is left out, copied or encoded, and that is told`() throws {
        let path = try clip { packet, _, begins in
            guard begins else { return Array(packet) }
            var bytes = Array(packet)
            // Behind an adaptation field: its length, a start code of three bytes, a stream, a length, and three bytes of flags.
            let start = 4 + (bytes[3] & 0x20 != 0 ? 1 + Int(bytes[4]) : 0)
            bytes[start + 7] &= 0x3F
            for place in 0..<Int(bytes[start + 8]) { bytes[start + 9 + place] = 0xFF }
            return bytes
        }
        #expect(try MediaDescription(ofFile: path).tracks.map(\.obstacle) == [nil, .noInstants])
        for retime in [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(15))] {
            let plan = try retime.plan(path, for: .mp4)
            let reason = "none of its packets has a timestamp, so that nothing says when it is played"
            #expect(plan.warnings.contains("track 1 (audio, aac) is left out: \(reason)"), "\(plan.warnings)")
            #expect(plan.carried.map(\.source.kind) == [.video])
        }
    }
}
