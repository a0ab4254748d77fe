import MediaTime
import Testing
import Video4Linux

@testable import Capture

/// Which mode is chosen, and why.
@Suite struct FormatSelectionTests {
    private static func format(
        _ code: String,
        _ sizes: [(Int, Int, [FrameRateRange])],
        isCompressed: Bool = false,
        isEmulated: Bool = false
    ) throws -> CaptureFormat {
        CaptureFormat(
            code: try #require(FourCharacterCode(code)),
            description: code,
            isCompressed: isCompressed,
            isEmulated: isEmulated,
            sizes: sizes.map { CaptureSize(size: FrameSize(width: $0.0, height: $0.1), ranges: $0.2) }
        )
    }

    private static func rates(_ rates: Int32...) -> [FrameRateRange] {
        rates.map { FrameRateRange(RationalTime(1, $0)) }
    }

    private let formats: [CaptureFormat]

    init() throws {
        formats = [
            try Self.format(
                "MJPG",
                [(640, 480, Self.rates(120, 30)), (1280, 720, Self.rates(60))],
                isCompressed: true
            ),
            try Self.format(
                "YUYV",
                [(640, 480, Self.rates(30)), (320, 240, [.init(RationalTime(83263, 10_000_000))])]
            ),
            try Self.format("RGB3", [(640, 480, Self.rates(200))], isEmulated: true),
        ]
    }

    @Test(arguments: [
        // The highest rate: 120.101 is 120, and then pixels count.
        (nil, nil, nil, nil, "MJPG 640x480 120", "the highest rate; most pixels at that rate"),
        (nil, nil, "YUYV", nil, "YUYV 320x240 120", "the highest rate in YUYV"),
        (nil, nil, nil, "1280x720", "MJPG 1280x720 60", "the highest rate from 1280x720 up"),
        ("30", nil, nil, nil, "YUYV 640x480 30", "the nearest to 30 fps; the format that loses least"),
        ("30", nil, "MJPG", nil, "MJPG 640x480 30", "the nearest to 30 fps in MJPG"),
        ("100", nil, nil, nil, "MJPG 640x480 120", "the nearest to 100 fps; most pixels at that rate"),
        (nil, "320x240", nil, nil, "YUYV 320x240 120", "the highest rate at 320x240"),
        // Converted formats only where they are wished for.
        (nil, nil, "RGB3", nil, "RGB3 640x480 200", "the highest rate in RGB3"),
    ])
    func `Wishes are met, and the reason is said`(
        rate: String?,
        size: String?,
        code: String?,
        least: String?,
        mode: String,
        reason: String
    ) throws {
        var preferences = FormatPreferences()
        preferences.frameRate = try rate.map { try FrameRate(parsing: $0) }
        preferences.size = try size.map(Self.size)
        preferences.minimumSize = try least.map(Self.size)
        preferences.format = code.flatMap { FourCharacterCode($0) }
        let choice = try FormatSelection(from: formats, preferences: preferences)
        let fps = Int((1 / choice.mode.frameDuration.seconds).rounded())
        #expect("\(choice.mode.format) \(choice.mode.size) \(fps)" == mode)
        #expect(choice.reason == reason)
    }

    @Test func `A coding is found in other letters, too`() throws {
        var preferences = FormatPreferences()
        preferences.format = FourCharacterCode("mjpg")
        #expect(try FormatSelection(from: formats, preferences: preferences).mode.format.description == "MJPG")
    }

    @Test func `What cannot be is refused with what can`() throws {
        var preferences = FormatPreferences()
        preferences.format = FourCharacterCode("H264")
        #expect(message(preferences) == "the camera has no format H264, but MJPG, YUYV, RGB3")
        preferences = FormatPreferences()
        preferences.size = FrameSize(width: 800, height: 600)
        #expect(message(preferences) == "the camera has no frames of 800x600, but 640x480, 1280x720, 320x240")
        preferences = FormatPreferences()
        preferences.minimumSize = FrameSize(width: 1920, height: 1080)
        #expect(message(preferences)?.hasPrefix("the camera has no frames as large as 1920x1080, but ") == true)
        preferences.size = FrameSize(width: 640, height: 480)
        #expect(message(preferences) == "frames of 640x480 are not as large as 1920x1080")
    }

    private func message(_ preferences: FormatPreferences) -> String? {
        do {
            _ = try FormatSelection(from: formats, preferences: preferences)
            return nil
        } catch {
            return error.code == .unsupported ? error.message : nil
        }
    }

    /// Whatever its rate and its size.
    @Test func `What cannot be stored is chosen only by name, or where there is nothing else`() throws {
        let raw = try Self.format("BG10", [(640, 480, Self.rates(60))])
        let packed = try Self.format("YUYV", [(320, 180, Self.rates(60, 30))])
        var preferences = FormatPreferences()
        let choice = try FormatSelection(from: [raw, packed], preferences: preferences)
        #expect(choice.mode.format == packed.code)
        #expect(choice.reason == "the highest rate; a format that can be stored")
        #expect(try FormatSelection(from: [raw], preferences: preferences).mode.format == raw.code)
        preferences.format = raw.code
        #expect(try FormatSelection(from: [raw, packed], preferences: preferences).mode.format == raw.code)
    }

    @Test func `Formats rank by what they keep`() throws {
        let order = ["RGB3", "YUYV", "NV12", "RGGB", "GREY"]
        let ranks = try order.map { FormatFidelity(try Self.format($0, [])) }
        let jpeg = FormatFidelity(try Self.format("MJPG", [], isCompressed: true))
        let unknown = FormatFidelity(try Self.format("ABCD", []))
        #expect(ranks.reversed() == ranks.sorted())
        #expect(ranks.allSatisfy { $0 > jpeg })
        #expect(jpeg > unknown)
    }

    private static func size(_ text: String) throws -> FrameSize {
        let parts = text.split(separator: "x").compactMap { Int($0) }
        try #require(parts.count == 2)
        return FrameSize(width: parts[0], height: parts[1])
    }
}

/// The sizes at which rates are asked for.
@Suite struct SizeGridTests {
    @Test func `A driver may name any size`() {
        let steps = FrameSizes.Steps(minimum: 1, maximum: .max, step: 1)
        let sizes = SizeGrid(steps, steps).samples(including: [])
        #expect(sizes.first == FrameSize(width: Int(UInt32.max), height: Int(UInt32.max)))
        #expect(sizes.first?.bytes(perPixel: 2) == .max)
        #expect(sizes.last == FrameSize(width: 1, height: 1))
    }
}

/// Durations within a range.
@Suite struct FrameRateRangeTests {
    @Test(arguments: [
        (RationalTime(1, 100), RationalTime(1, 25)), (RationalTime(1, 24), RationalTime(1, 25)),
        (RationalTime(1, 10), RationalTime(3, 25)), (RationalTime(2, 1), RationalTime(1, 1)),
    ])
    func `Steps are kept to`(wish: RationalTime, duration: RationalTime) throws {
        let range = try #require(
            FrameRateRange(
                .stepwise(minimum: RationalTime(1, 25), maximum: RationalTime(1, 1), step: RationalTime(1, 25))
            )
        )
        #expect(range.duration(nearest: wish) == duration)
    }

    @Test func `Where any will do, it is the wished one`() throws {
        let range = try #require(FrameRateRange(.continuous(minimum: RationalTime(1, 90), maximum: RationalTime(1, 1))))
        #expect(range.duration(nearest: RationalTime(1001, 60_000)) == RationalTime(1001, 60_000))
        #expect(range.duration(nearest: RationalTime(1, 500)) == RationalTime(1, 90))
    }

    @Test func `What is no duration is no rate`() {
        #expect(FrameRateRange(.discrete(nil)) == nil)
        #expect(FrameRateRange(.continuous(minimum: nil, maximum: nil)) == nil)
        #expect(FrameRateRange(.stepwise(minimum: nil, maximum: nil, step: nil)) == nil)
    }

    @Test func `Half a range is what is known for sure`() throws {
        let range = try #require(
            FrameRateRange(.stepwise(minimum: nil, maximum: RationalTime(1, 5), step: RationalTime(1, 50)))
        )
        #expect(range.minFrameDuration == RationalTime(1, 50))
        #expect(range.duration(nearest: RationalTime(1, 7)) == RationalTime(7, 50))
        let degenerate = try #require(
            FrameRateRange(.stepwise(minimum: RationalTime(1, 30), maximum: RationalTime(1, 30), step: nil))
        )
        #expect(degenerate.duration(nearest: RationalTime(1, 60)) == RationalTime(1, 30))
    }
}
