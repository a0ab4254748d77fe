import FFmpeg
import MediaTime
import TestSupport
import Testing

/// H.264 whose fields are stored in packets of their own.
@Suite struct FieldPairsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["ts", "mp4", "mkv", "avi"], [false, true])
    func `A packet is a frame, however its fields are stored`(container: String, isMixed: Bool) throws {
        for isApart in [true, false] {
            var clip = FieldClip()
            clip.isApart = isApart
            // Camcorders code still scenes as frames. AVI has one duration for all packets.
            if isMixed, container != "avi" { clip.codedWhole = [3, 4, 8, 11] }
            let path = scratch.file("\(isApart ? "apart" : "together").\(container)")
            try clip.write(to: path)
            let reader = try ClipReader(path)
            #expect(reader.packets[0].count == 13)
            let times = try reader.packets[0].map { try #require($0.pts).microseconds }.sorted()
            #expect(times.map { $0 - times[0] } == (0..<13).map { $0 * 40_000 }, "apart: \(isApart)")
            let durations = reader.packets[0].map(\.duration.microseconds)
            #expect(durations == Array(repeating: 40_000, count: 13), "apart: \(isApart)")
            #expect(reader.packets[0].allSatisfy { $0.dts != nil || container == "mkv" })
            #expect(try FieldClip.numbers(in: path) == (0..<13).map { $0 })
            let rate = try #require(reader.streams[0].averageFrameRate)
            // libavformat's own average, where some of the times are missing, is not exact.
            if !isMixed { #expect(rate == TimeBase(25, 1)) }
            #expect(reader.streams[0].frameCount ?? 13 == 13)
        }
    }

    @Test(arguments: ["ts", "mp4", "mkv"], [9, 10, 12, 13])
    func `Half of a frame further on stays alone, and the others keep theirs`(container: String, lost: Int) throws {
        var clip = FieldClip()
        clip.keyInterval = 4
        clip.lost = [lost]
        let path = scratch.file("clip.\(container)")
        try clip.write(to: path)
        let demuxer = try Demuxer(path: path)
        let packet = try Packet()
        var damaged: [Int] = []
        var times: [Int] = []
        while try demuxer.read(into: packet) {
            if packet.isCorrupt { damaged.append(times.count) }
            let pts = packet.pts
            let time = try #require(pts)
            times.append(try demuxer.streams[0].timeBase.time(time).milliseconds)
            packet.reset()
        }
        #expect(damaged == [lost / 2])
        #expect(times.count == 13)
        times.sort()
        // A frame of the second field alone is presented when that would be.
        #expect(times.map { ($0 - times[0]) / 40 } == (0..<13).map { $0 })
    }

    @Test func `Half of a frame at the beginning is left out`() throws {
        var clip = FieldClip()
        clip.keyInterval = 4
        // All of the first frame, and a field of the second one in the order of decoding.
        clip.missing = 3
        let path = scratch.file("clip.ts")
        try clip.write(to: path)
        let first = try #require(try ClipReader(path).packets[0].first)
        // A field of the third one is the first packet otherwise, and every frame after it is of two frames' fields.
        #expect(abs(first.duration.seconds - 0.04) < 1e-6)
        #expect(try FieldClip.numbers(in: path).first == 4)
    }
}

extension RationalTime {
    /// To the nearest one.
    fileprivate var milliseconds: Int { Int((seconds * 1e3).rounded()) }

    /// To the nearest one.
    fileprivate var microseconds: Int { Int((seconds * 1e6).rounded()) }
}
