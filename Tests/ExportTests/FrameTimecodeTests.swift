import FFmpeg
import MediaFormats
import MediaTime
import Synchronization
import TestSupport
import Testing

@testable import Export
@testable import MediaSyntax

/// Timecodes in the frames' own messages, where frames are encoded beside copied ones.
@Suite struct FrameTimecodeTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// How a clip says when its frames were made.
    enum Source: CaseIterable {
        case hevc, h264
        /// Messages say when pictures leave the buffers, too.
        case buffered
        /// Each field has a timecode.
        case interlaced

        /// As many frames as an interlaced clip has brightnesses for.
        static let count = 35

        /// Writes the clip, without timecodes.
        func write(to scratch: ScratchDirectory) throws -> String {
            switch self {
            case .hevc: return try Clip("mp4", frames: Source.count, at: .fps(25), codec: .hevc).write(to: scratch)
            case .h264, .buffered:
                var clip = Clip("mp4", frames: Source.count, at: .fps(25))
                clip.frames?.encoderOptions = "pic-struct=1"
                if self == .buffered { clip.frames?.encoderOptions += ":nal-hrd=vbr:vbv-maxrate=4000:vbv-bufsize=4000" }
                return try clip.write(to: scratch)
            case .interlaced:
                var clip = InterlacedClip()
                clip.frameCount = Source.count
                let path = scratch.file("fields.mp4")
                try clip.write(to: path)
                return path
            }
        }
    }

    /// A clip of frames, each with a timecode of its own.
    private func stamped(_ source: Source) throws -> String {
        let path = try source.write(to: scratch)
        let parameters = try ClipReader(path).streams[0].parameters
        var exporter = Exporter(plan: try Retime().plan(path, for: .mp4))
        exporter.verification = .none
        exporter.payloadWay = .read
        let state = Mutex((number: UInt32(0), sets: H264Sets(configuration: parameters.extradata)))
        exporter.fault = { packet in
            let payload = packet.bytes
            let stamped: [UInt8]? = state.withLock { state in
                state.number += 1
                return source == .hevc
                    ? Self.inserting(state.number, into: payload)
                    : Self.stamping(state.number, payload, &state.sets)
            }
            return stamped.map { (try? packet.replacePayload(with: $0)) != nil } ?? false
        }
        let stamped = scratch.file("stamped.mp4")
        _ = try exporter.run(to: stamped)
        return stamped
    }

    /// Hours, minutes, seconds and frames at 25 frames a second.
    private static func clock(_ number: UInt32) -> (UInt32, UInt32, UInt32, UInt32) {
        (1, 2, 3 + number / 25, number % 25)
    }

    /// A packet of HEVC with a message behind its other units (H.265, D.2.27).
    private static func inserting(_ number: UInt32, into payload: [UInt8]) -> [UInt8] {
        let (hours, minutes, seconds, frames) = clock(number)
        var bits = BitWriter()
        // One timestamp, in frames, all of it.
        bits.write([(1, 2), (1, 1), (0, 1), (0, 5), (1, 1), (0, 1), (0, 1)])
        bits.bits(frames, 9)
        bits.write([(seconds, 6), (minutes, 6), (hours, 5), (0, 5)])
        bits.bit(true)
        let unit = [78, 1] + EmulationPrevention.added(to: [136, UInt8(bits.bytes.count)] + bits.bytes + [0x80])
        return [0, 0, 0, UInt8(unit.count)] + unit + payload
    }

    /// A packet of H.264 with timestamps in the message that x264 has written (H.264, D.1.3).
    private static func stamping(_ number: UInt32, _ payload: [UInt8], _ sets: inout H264Sets) -> [UInt8]? {
        let (hours, minutes, seconds, frames) = clock(number)
        let units = NALUnits(.h264, .lengths(size: 4))
        return units.replacingUnits(of: payload[...]) { unit in
            sets.keep(unit)
            let content = EmulationPrevention.removed(from: unit.dropFirst())
            guard unit.first == 6, content.first == 1, let layout = sets[picture: 0]?.sequence.timing else {
                return unit
            }
            let delays = layout.delayBits
            var reader = BitReader(content[2...])
            guard reader.skip(delays), let structure = reader.bits(4) else { return unit }
            var bits = BitWriter()
            bits.copy(0..<delays + 4, of: Array(content[2...]))
            for _ in 0..<(structure == 3 || structure == 4 ? 2 : 1) {
                bits.write([(1, 1), (0, 2), (0, 1), (0, 5), (1, 1), (0, 1), (0, 1)])
                bits.write([(frames, 8), (seconds, 6), (minutes, 6), (hours, 5)])
                bits.bits(0, layout.offsetBits)
            }
            if !bits.isAligned { bits.bit(true) }
            return ([6] + EmulationPrevention.added(to: [1, UInt8(bits.bytes.count)] + bits.bytes + [0x80]))[...]
        }
    }

    /// What ffprobe says of each frame.
    private func timecodes(of path: String) throws -> [Substring] {
        let entries = "frame_tags=timecode"
        let arguments = [
            "-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "default=nw=1:nk=1",
        ]
        let outcome = try RunningCommand(["ffprobe"] + arguments + [path]).wait()
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output.split(separator: "\n")
    }

    @Test(arguments: Source.allCases) func `Encoded frames have the timecodes of the source's`(source: Source) throws {
        let path = try stamped(source)
        let all = try timecodes(of: path)
        #expect(all.count == Source.count)
        #expect(Set(all).count == Source.count)
        #expect(all.allSatisfy { $0.hasPrefix("01:02:0") })
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(5, 25), end: RationalTime(31, 25))
        let report = try retime.run(path, to: scratch.file("part.mp4"))
        #expect(report.frames.encoded > 0)
        #expect(report.frames.encoded < 26)
        #expect(try timecodes(of: scratch.file("part.mp4")) == Array(all[5..<31]))
    }

    @Test func `Of two fields that are pictures of their own, both have a timecode`() throws {
        let layout = PictureTiming.Layout(delayBits: 7, hasStructure: true, offsetBits: 5)
        /// A field's message.
        func message(_ structure: UInt32, _ frames: UInt32) -> [UInt8] {
            var bits = BitWriter()
            bits.bits(0x55, 7)
            // A field with a timestamp that jumps, of which seconds and minutes are said.
            for (value, count) in [(structure, 4), (1, 1), (2, 2), (1, 1), (4, 5), (0, 1), (1, 1), (1, 1), (frames, 8)]
            {
                bits.bits(value, count)
            }
            bits.write([(1, 1), (59, 6), (1, 1), (58, 6), (0, 1)])
            // Three units before it.
            bits.bits(UInt32(bitPattern: -3) & 0x1F, 5)
            return bits.bytes
        }
        let first = try #require(PictureTiming(message(1, 7)[...], layout))
        let second = try #require(PictureTiming(message(2, 8)[...], layout))
        #expect(first.structure == 1 && first.timestamps.count == 1 && second.timestamps.count == 1)
        #expect(first.timestamps != second.timestamps)
        #expect(PictureTiming(message(1, 7).dropLast(2), layout) == nil)
        #expect(PictureTiming(message(9, 7)[...], layout) == nil)
        // A frame of x264's, of which both fields are shown.
        let unit: [UInt8] = [6, 1, 1, 0x32, 0x80]
        let both = FrameTimecode.timestamps(first.timestamps + second.timestamps)
        let own = PictureTiming.Layout(hasStructure: true)
        let stamped = EmulationPrevention.removed(from: both.stamping(unit[...]).dropFirst())
        let written = try #require(SupplementalMessages(stamped).first { $0.type == 1 })
        let read = try #require(PictureTiming(written.content, own))
        #expect(read.structure == 3)
        #expect(read.timestamps == first.timestamps + second.timestamps)
        // Other units stay.
        #expect(both.stamping([6, 5, 1, 0x32, 0x80]) == [6, 5, 1, 0x32, 0x80])
        #expect(both.stamping([0x65, 1, 1, 0x32, 0x80]) == [0x65, 1, 1, 0x32, 0x80])
    }
}

extension BitWriter {
    /// Numbers, each of so many bits.
    fileprivate mutating func write(_ numbers: [(value: UInt32, bitCount: Int)]) {
        for number in numbers { bits(number.value, number.bitCount) }
    }
}
