import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Files of Phantom cameras, written here byte by byte: ffmpeg writes none.
@Suite struct CineTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let (width, height, count) = (64, 48, 30)

    /// The samples of a frame, from its upper left. Of 16 bits, they are the upper eight.
    private static func samples(_ frame: Int) -> [UInt8] {
        (0..<height).flatMap { row in (0..<width).map { UInt8(16 + (frame * 5 + $0 + 2 * row) % 200) } }
    }

    /// Little-endian numbers, and zeros up to a place.
    private struct Writer {
        var bytes: [UInt8] = []

        mutating func write<Number: FixedWidthInteger>(_ numbers: Number...) {
            for number in numbers {
                for place in stride(from: 0, to: Number.bitWidth, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: number >> Number(place)))
                }
            }
        }

        mutating func zeros(upTo place: Int) { bytes += [UInt8](repeating: 0, count: place - bytes.count) }
    }

    /// A recording of 3000 frames a second, of which the first comes 20 before the trigger.
    private func cine(bits: Int) throws -> String {
        let size = Self.width * Self.height * bits / 8
        let (header, image, setup) = (44, 40, 5700)
        let table = header + image + setup
        var writer = Writer()
        writer.bytes = Array("CI".utf8)
        writer.write(UInt16(header), 0, 1)
        writer.write(Int32(-20), Int32(Self.count), -20, Int32(Self.count))
        writer.write(UInt32(header), UInt32(header + image), UInt32(table))
        writer.write(UInt64(0))
        // As in a bitmap: rows from the lowest upwards.
        writer.write(UInt32(image), UInt32(Self.width), UInt32(Self.height))
        writer.write(UInt16(1), UInt16(bits))
        writer.write(UInt32(0), UInt32(size), 0, 0, bits == 8 ? 256 : 0, 0)
        let start = writer.bytes.count
        writer.zeros(upTo: start + 140)
        writer.bytes += Array("ST".utf8)
        writer.write(UInt16(setup))
        writer.zeros(upTo: start + 768)
        writer.write(UInt32(3000))
        writer.zeros(upTo: table)
        for frame in 0..<Self.count { writer.write(UInt64(table + 8 * Self.count + frame * (8 + size))) }
        for frame in 0..<Self.count {
            writer.write(UInt32(8), UInt32(size))
            let samples = Self.samples(frame)
            for row in (0..<Self.height).reversed() {
                for sample in samples[row * Self.width..<(row + 1) * Self.width] {
                    writer.bytes += bits == 8 ? [sample] : [0, sample]
                }
            }
        }
        return try scratch.write(writer.bytes, to: "shot.cine")
    }

    @Test(arguments: [8, 16], ["mkv", "mov"]) func `Every frame comes out as it is, slower`(
        bits: Int,
        container: String
    ) throws {
        let path = try cine(bits: bits)
        let inspection = try MediaInspection(ofFile: path)
        #expect(inspection.timings[0]?.count == Int64(Self.count))
        #expect(inspection.timings[0]?.constantRate == .fps(3000))
        #expect(inspection.duration == RationalTime(1, 100))
        let video = try #require(inspection.media.mainVideo?.video)
        #expect(video.width == Self.width && video.height == Self.height && video.bitDepth == bits)
        var retime = Retime(.rate(1, 100))
        retime.settings.video = VideoEncoding(codec: .ffv1)
        if container == "mov" { retime.settings.video = nil }
        let result = scratch.file("slow.\(container)")
        let report = try retime.run(path, to: result)
        #expect(report.frames.shown == Int64(Self.count) && report.duration == RationalTime(1, 1))
        let raw = scratch.file("slow.gray")
        let pixels = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray16le", raw]
        let outcome = try RunningCommand(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", result] + pixels).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        // The upper eight bits of each sample.
        let shown = try ScratchDirectory.bytes(of: raw).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let expected = (0..<Self.count).flatMap(Self.samples)
        #expect(shown.count == expected.count)
        let errors = zip(shown, expected).map { abs(Int($0) - Int($1)) }
        if container == "mkv" {
            #expect(errors.allSatisfy { $0 == 0 })
        } else {
            #expect(errors.reduce(0, +) < 2 * errors.count)
        }
    }
}
