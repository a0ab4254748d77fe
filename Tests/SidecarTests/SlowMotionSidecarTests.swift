import Composition
import FoundationEssentials
import MediaTime
import RandomNumbers
import Sidecar
import TestSupport
import Testing

@Suite struct SlowMotionSidecarTests {
    /// A side file as a phone writes it: a property list within a property list.
    struct File: Sendable {
        struct Time: Encodable {
            var value: Int64
            var timescale: Int32 = 600
            var flags = 1
            var epoch = 0
        }
        struct Range: Encodable {
            var start: Time
            var duration: Time
        }
        struct Region: Encodable { var timeRange: Range }
        struct Marks: Encodable {
            var rate: Double
            var regions: [Region]
        }
        struct Adjustment: Encodable { var slowMotion: Marks }
        struct Outer: Encodable {
            var adjustmentBaseVersion = 0
            var adjustmentData: Data
            var adjustmentEditorBundleID = "com.apple.camera"
            var adjustmentFormatIdentifier: String
            var adjustmentFormatVersion = "1.1"
        }

        var rate = 0.125
        var regions: [(start: Int64, duration: Int64)] = [(268, 737)]
        var timescale: Int32 = 600
        var flags = 1
        var format = "com.apple.video.slomo"

        func bytes(
            _ outer: PropertyListDecoder.PropertyListFormat = .xml,
            _ inner: PropertyListDecoder.PropertyListFormat = .binary
        ) throws -> [UInt8] {
            let regions = regions.map { region in
                Region(
                    timeRange: Range(
                        start: Time(value: region.start, timescale: timescale, flags: flags),
                        duration: Time(value: region.duration, timescale: timescale, flags: flags | 2)
                    )
                )
            }
            let encoder = PropertyListEncoder()
            encoder.outputFormat = inner
            let data = try encoder.encode(Adjustment(slowMotion: Marks(rate: rate, regions: regions)))
            encoder.outputFormat = outer
            return Array(try encoder.encode(Outer(adjustmentData: data, adjustmentFormatIdentifier: format)))
        }
    }

    @Test(arguments: [1_000, 100_000], [false, true])
    func `A list of too many levels is refused`(levels: Int, isClosed: Bool) {
        let markup =
            "<plist>" + String(repeating: "<array>", count: levels)
            + (isClosed ? String(repeating: "</array>", count: levels) + "</plist>" : "")
        for text in [markup, String(repeating: "(", count: levels), "<!-- </a> -->" + markup] {
            #expect(refusal(Array(text.utf8)) == .malformed)
        }
    }

    @Test func `A binary list that contains itself is refused`() {
        // One array with one element: the array.
        let list = Array("bplist00".utf8) + [0xA1, 0, 8] + [0, 0, 0, 0, 0, 0, 1, 1]
        let numbers: [UInt64] = [1, 0, 10]
        #expect(
            refusal(list + numbers.flatMap { number in (0..<8).reversed().map { UInt8(number >> ($0 * 8) & 255) } })
                == .malformed
        )
    }

    private func refusal(_ data: [UInt8]) -> SidecarError.Code? {
        do { _ = try SlowMotionSidecar(data: data, name: "deep.AAE") } catch { return error.code }
        return nil
    }

    @Test(
        arguments: [
            PropertyListDecoder.PropertyListFormat.xml, .binary,
        ],
        [PropertyListDecoder.PropertyListFormat.xml, .binary]
    )
    func `Both forms of property lists are read`(
        outer: PropertyListDecoder.PropertyListFormat,
        inner: PropertyListDecoder.PropertyListFormat
    ) throws {
        let sidecar = try SlowMotionSidecar(data: File().bytes(outer, inner), name: "IMG_1.AAE")
        #expect(sidecar.rate == PlaybackRate(1, 8))
        let region = try TimeRange(start: RationalTime(268, 600), duration: RationalTime(737, 600))
        #expect(sidecar.regions == [region])
    }

    @Test(
        arguments: [(0.125, 1, 8), (0.25, 1, 4), (0.5, 1, 2), (Double(Float(1) / 3), 1, 3), (0.2, 1, 5)]
            as [(Double, Int64, Int64)]
    )
    func `Rates are the fractions that were meant`(rate: Double, numerator: Int64, denominator: Int64) throws {
        let sidecar = try SlowMotionSidecar(data: File(rate: rate).bytes(), name: "x")
        #expect(sidecar.rate == PlaybackRate(numerator, denominator))
    }

    @Test func `Ramps lie within the region, at both ends`() throws {
        let file = File(regions: [(600, 2400)])
        let whole = try TimeRange(start: .zero, duration: RationalTime(10, 1))
        let edits = try SlowMotionSidecar(data: file.bytes(), name: "x").edits(of: whole)
        #expect(edits.map(\.description) == ["1s..1.5s@1..1/8", "1.5s..4.5s@1/8", "4.5s..5s@1/8..1"])
    }

    @Test func `A region at an end of the film has no ramp there`() throws {
        let whole = try TimeRange(start: .zero, duration: RationalTime(4, 1))
        func edits(_ regions: (Int64, Int64)...) throws -> [String] {
            let file = File(rate: 0.25, regions: regions)
            return try SlowMotionSidecar(data: file.bytes(), name: "x").edits(of: whole).map(\.description)
        }
        #expect(try edits((0, 1200)) == ["0s..1.5s@1/4", "1.5s..2s@1/4..1"])
        #expect(try edits((1200, 6000)) == ["2s..2.5s@1..1/4", "2.5s..4s@1/4"])
        #expect(try edits((0, 2400)) == ["0s..4s@1/4"])
        // Short regions have short ramps; what lies beyond the film is nothing; the order is the film's.
        #expect(try edits((1200, 240)) == ["2s..2.1s@1..1/4", "2.1s..2.3s@1/4", "2.3s..2.4s@1/4..1"])
        #expect(try edits((6000, 600)).isEmpty)
        #expect(
            try edits((1800, 600), (0, 600)) == [
                "0s..0.75s@1/4", "0.75s..1s@1/4..1", "3s..3.25s@1..1/4", "3.25s..4s@1/4",
            ]
        )
    }

    @Test func `Its edits can be made`() throws {
        let whole = try TimeRange(start: .zero, duration: RationalTime(10, 1))
        let asset = Asset(path: "a.mov", tracks: [AssetTrack(index: 0, kind: .video, range: whole)])
        var composition = try Composition([asset])
        let file = File(rate: 0.25, regions: [(600, 1200), (1800, 600)])
        try composition.apply(SlowMotionSidecar(data: file.bytes(), name: "x").edits(of: whole))
        // 7 s untouched; ramps last their source length ÷ 5/8: 1.6 + 4 s for the first region, 0.8 + 2 s for the second.
        #expect(composition.duration == RationalTime(77, 5))
    }

    @Test func `Every cut and every changed byte is read or refused`() throws {
        let whole = try File().bytes()
        for length in stride(from: 0, to: whole.count, by: 7) { Self.read(Array(whole.prefix(length))) }
        for form in [PropertyListDecoder.PropertyListFormat.xml, .binary] {
            var generator = SplitMix64(seed: 4)
            let bytes = try File().bytes(form)
            for _ in 0..<2000 {
                var changed = bytes
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                changed[place] = UInt8.random(in: 0...255, using: &generator)
                Self.read(changed)
            }
        }
    }

    /// Whatever can be read has valid regions.
    private static func read(_ bytes: [UInt8]) {
        guard let sidecar = try? SlowMotionSidecar(data: bytes, name: "x") else { return }
        for (region, next) in zip(sidecar.regions, sidecar.regions.dropFirst()) { #expect(region.end <= next.start) }
        #expect(sidecar.rate <= .normal)
    }

    @Test(arguments: [
        (File(rate: 0), SidecarError.Code.malformed), (File(rate: -0.25), .malformed), (File(rate: .nan), .malformed),
        (File(rate: 8), .malformed), (File(rate: .infinity), .malformed), (File(rate: 1e-9), .malformed),
        (File(timescale: 0), .malformed), (File(timescale: -600), .malformed), (File(flags: 0), .malformed),
        (File(flags: 0b101), .malformed), (File(regions: [(-5, 10)]), .malformed),
        (File(regions: [(5, -10)]), .malformed),
        (File(regions: [(0, 100), (50, 100)]), .malformed), (File(regions: [(.max, .max)], timescale: 1), .malformed),
        (File(format: "com.apple.photo"), .unsupported),
        // Nothing is slow: no region, an empty one, full speed.
        (File(regions: []), .unsupported), (File(regions: [(600, 0)]), .unsupported), (File(rate: 1), .unsupported),
    ])
    func `What cannot be is refused`(file: File, code: SidecarError.Code) throws {
        let bytes = try file.bytes()
        #expect { try SlowMotionSidecar(data: bytes, name: "x.aae") } throws: { error in
            let error = error as? SidecarError
            return error?.code == code && error?.message.hasPrefix("x.aae: ") == true
        }
    }

    @Test(arguments: ["", "<plist/>", "{}", "bplist00", "<?xml version=\"1.0\"?><plist><dict/></plist>"])
    func `What is no side file is refused`(text: String) {
        #expect { try SlowMotionSidecar(data: Array(text.utf8), name: "x.aae") } throws: { error in
            (error as? SidecarError)?.code == .malformed
        }
    }

    @Test func `A file that is not there is said to be missing`() throws {
        let scratch = try ScratchDirectory()
        #expect { try SlowMotionSidecar(ofFile: scratch.file("none.AAE")) } throws: { error in
            (error as? SidecarError)?.code == .missing
        }
        let path = try scratch.write(File().bytes(), to: "IMG.AAE")
        #expect(try SlowMotionSidecar(ofFile: path).regions.count == 1)
    }
}
