import FoundationEssentials
import MediaTime
import TestSupport
import Testing
import Video4Linux

@testable import Capture

/// Cameras as people have listed them, in a few lines of our own.
@Suite struct DumpTests {
    /// A USB 2 camera: fast in MJPEG, slow in YUYV, as `v4l2-ctl` of 1.22 prints it.
    static let usb = """
        ioctl: VIDIOC_ENUM_FMT
        \tType: Video Capture

        \t[0]: 'MJPG' (Motion-JPEG, compressed)
        \t\tSize: Discrete 1280x720
        \t\t\tInterval: Discrete 0.017s (60.000 fps)
        \t\tSize: Discrete 320x240
        \t\t\tInterval: Discrete 0.008s (120.101 fps)
        \t\tSize: Discrete 640x480
        \t\t\tInterval: Discrete 0.008s (120.000 fps)
        \t\t\tInterval: Discrete 0.033s (30.000 fps)
        \t[1]: 'YUYV' (YUYV 4:2:2)
        \t\tSize: Discrete 640x480
        \t\t\tInterval: Discrete 0.033s (30.000 fps)
        \t\tSize: Discrete 1280x720
        \t\t\tInterval: Discrete 0.111s (9.000 fps)
        """

    /// As older versions print, with ranges, and with intervals that are none.
    static let ranges = """
        ioctl: VIDIOC_ENUM_FMT
                Index       : 0
                Type        : Video Capture
                Pixel Format: 'GREY'
                Name        : 8-bit Greyscale
                        Size: Stepwise 32x32 - 1936x1216 with step 8/8
                                Interval: Continuous 0.029s - 100000.000s (0.000-34.715 fps)

                Index       : 1
                Type        : Video Capture
                Pixel Format: 'MJPG' (compressed)
                Name        : Motion-JPEG
                        Size: Discrete 320x240
                                Interval: Stepwise 0.040s - 1.000s with step 0.040s (1.000-25.000 fps)
                        Size: Discrete 640x480
                                Interval: Stepwise 0.033s - 0.033s with step 0.000s (30.000-30.000 fps)
                        Size: Discrete 800x600
                                Interval: Discrete 0.000s (invalid fps)
        """

    @Test func `Everything that a camera lists is found`() throws {
        let formats = try FormatDump(Self.usb).formats()
        #expect(formats.map(\.code.description) == ["MJPG", "YUYV"])
        #expect(formats.map(\.isCompressed) == [true, false])
        #expect(formats[0].sizes.map(\.size.description) == ["1280x720", "320x240", "640x480"])
        #expect(formats[0].sizes[2].ranges.map(\.minFrameDuration.seconds) == [0.0083333, 0.0333333])
    }

    @Test func `Ranges are found, and what is none is left out`() throws {
        let formats = try FormatDump(Self.ranges).formats(including: [FrameSize(width: 648, height: 488)])
        let grey = formats[0].sizes
        #expect(grey.first?.size.description == "1936x1216")
        #expect(grey.last?.size.description == "32x32")
        #expect(grey.contains { $0.size.description == "648x488" })
        #expect(grey.contains { $0.size.description == "640x480" })
        #expect(!grey.contains { $0.size.description == "3840x2160" }, "that is beyond the grid")
        #expect(grey.allSatisfy { $0.grid?.contains($0.size) == true })
        #expect(grey[0].ranges.map(\.kind) == [.continuous])
        #expect(grey[0].ranges[0].maxFrameDuration == RationalTime(100_000, 1))
        let motion = formats[1].sizes
        #expect(motion[0].ranges.map(\.kind) == [.stepwise(RationalTime(1, 25))])
        #expect(motion[0].ranges[0].minFrameDuration == RationalTime(1, 25), "the shortest is the highest rate")
        #expect(motion[1].ranges.map(\.kind) == [.stepwise(nil)])
        #expect(motion[2].ranges.isEmpty)
    }

    @Test func `A duration that no frame can have is left out`() throws {
        let none = try #require(RationalTime(numerator: 1, denominator: 4_294_967_295))
        let usual = RationalTime(1, 30)
        #expect(FrameRateRange(.discrete(none)) == nil)
        #expect(FrameRateRange(.continuous(minimum: none, maximum: usual))?.minFrameDuration == usual)
        #expect(FrameRateRange(.continuous(minimum: usual, maximum: none))?.maxFrameDuration == usual)
        #expect(FrameRateRange(.discrete(usual)) == FrameRateRange(usual))
    }

    /// As of drivers that list no intervals.
    @Test func `Of a camera that lists sizes and no rates the rate is unknown`() throws {
        let text = Self.usb.split(separator: "\n").filter { !$0.contains("Interval") }.joined(separator: "\n")
        let formats = try FormatDump(text).formats()
        let choice = try FormatSelection(from: formats, preferences: FormatPreferences())
        #expect(!choice.mode.statesRate)
        #expect(choice.mode.statedRate == nil)
        #expect(choice.mode.size.description == "1280x720")
        // What cannot be asked for is refused.
        var wish = FormatPreferences()
        wish.frameRate = FrameRate(60)
        let error = #expect(throws: CaptureError.self) { try FormatSelection(from: formats, preferences: wish) }
        #expect(
            error?.message
                == "the camera says which sizes it has, but not at which rates: 60 fps cannot be asked for"
        )
    }

    @Test func `A code that is listed twice is two formats`() throws {
        let twice = Self.usb.replacing("[1]: 'YUYV' (YUYV 4:2:2)", with: "[1]: 'MJPG' (Motion-JPEG again, compressed)")
        #expect(try FormatDump(twice).formats().map(\.code.description) == ["MJPG", "MJPG"])
    }

    @Test func `A driver that ignores the index does not go on for ever`() throws {
        struct Stuck: FormatLister {
            func format(at index: Int) -> FormatDescription? {
                index < 2 ? FormatDescription(code: 0x4745_504A, description: "JPEG", isCompressed: true) : nil
            }
            func sizes(at index: Int, of code: UInt32) -> FrameSizes? {
                index == 0 ? .discrete(width: 8, height: 8) : nil
            }
            func intervals(at index: Int, of code: UInt32, size: FrameSize) -> FrameIntervals? {
                .discrete(RationalTime(1, 30))
            }
        }
        let formats = try Stuck().formats()
        #expect(formats.count == 2)
        #expect(formats[0].sizes[0].ranges == [FrameRateRange(RationalTime(1, 30))])
    }

    @Test func `Text of something else is refused`() {
        #expect(throws: DumpError.self) { try FormatDump("[0]: 'MJPG' (x)\nSize: Round 3") }
    }
}

/// Real cameras' lists beside the package, where they are; the variable `OVERCRANK_CAMERA_DUMPS` names the folder.
@Suite(.enabled(if: CameraDumps.folder != nil, "no camera dumps beside the package: set OVERCRANK_CAMERA_DUMPS"))
struct CameraDumpTests {
    @Test(arguments: [
        ("elp_ov2710_05a3_9230", "MJPG 640x480", 120.1), ("elp_variant_31fps", "MJPG 640x480", 120.1),
        ("ps5_hd_camera_ov580", "YUYV 640x184", 240), ("dfk37bux250_bayer", "RGGB 640x480", 370),
        ("alvium_1800_continuous", "BX24 1936x1216", 34.715), ("pico_uvc_stepwise", "YUYV 320x240", 25),
        ("usb_pc_camera_degenerate_stepwise", "MJPG 1280x720", 30), ("realsense_d4xx_depth", "Z16 848x100", 100),
        ("mokose_uc70_head", "MJPG 3840x2160", 30), ("vivid_6.1_webcam", "RGB3 320x180", 60),
    ])
    func `The lock is the one that an expert would name`(name: String, mode: String, rate: Double) throws {
        let formats = try CameraDumps.read(name).formats()
        let choice = try FormatSelection(from: formats, preferences: FormatPreferences())
        #expect("\(choice.mode.format) \(choice.mode.size)" == mode)
        #expect(abs(1 / choice.mode.frameDuration.seconds - rate) < 0.01)
    }

    /// Each mode, delivered as granted: with nothing known of bus and controls, and by a camera of USB 2 whose machine is busy.
    @Test(arguments: CameraDumps.names)
    func `A camera that does what it lists is healthy`(name: String) throws {
        let formats = try CameraDumps.read(name).formats()
        var count = 0
        for format in formats {
            for size in format.sizes.prefix(40) {
                for range in size.ranges {
                    let duration = range.minFrameDuration
                    let mode = CaptureMode(format: format.code, size: size.size, frameDuration: duration)
                    let wish = FrameRate(frameDuration: duration)
                    for evidence in [Self.evidence(formats, mode, nil), Self.evidence(formats, mode, wish)] {
                        let diagnosis = RateDiagnosis(evidence)
                        #expect(diagnosis.symptoms.isHealthy && diagnosis.causes.isEmpty, "\(mode): \(diagnosis)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 0 || formats.flatMap(\.sizes).flatMap(\.ranges).isEmpty)
    }

    /// What is wished for and cannot be had: a mode is named only where the camera lists it, and nothing else is.
    @Test(arguments: CameraDumps.names)
    func `A mode that is named is one that the camera lists`(name: String) throws {
        let formats = try CameraDumps.read(name).formats()
        for format in formats {
            for size in format.sizes.prefix(40) {
                guard let slowest = size.ranges.map(\.minFrameDuration).max() else { continue }
                let mode = CaptureMode(format: format.code, size: size.size, frameDuration: slowest)
                for cause in RateDiagnosis(Self.evidence(formats, mode, .fps(240))).causes {
                    let named: (FourCharacterCode, FrameSize, FrameRate)? =
                        switch cause {
                        case .otherFormat(let code, let size, let rate): (code, size, rate)
                        case .otherSize(let code, let size, let rate): (code, size, rate)
                        default: nil
                        }
                    let (code, other, rate) = try #require(named, "\(mode): \(cause)")
                    let listed = formats.filter { $0.code == code }.flatMap(\.sizes).filter { $0.size == other }
                    #expect(listed.flatMap(\.ranges).contains { $0.maxFrameRate == rate }, "\(mode): \(cause)")
                    #expect(rate.approximation > 1 / slowest.seconds, "\(mode): \(cause)")
                }
            }
        }
    }

    /// Frames as regular as they were granted, while all is switched on that may do harm elsewhere.
    private static func evidence(_ formats: [CaptureFormat], _ mode: CaptureMode, _ wish: FrameRate?) -> CameraEvidence
    {
        CameraEvidence(
            wish: wish,
            formats: formats,
            granted: mode,
            measured: RateMeasurement(
                rate: 1 / mode.frameDuration.seconds,
                jitter: mode.frameDuration.seconds / 20,
                frames: 100,
                lost: 1,
                damaged: 0
            ),
            controls: [],
            processors: ProcessorState(
                count: 1,
                governors: ["powersave"],
                driver: "acpi-cpufreq",
                load: 9,
                waiting: 0.9
            )
        )
    }

    @Test(arguments: CameraDumps.names)
    func `All that a camera lists is found`(name: String) throws {
        let text = try CameraDumps.text(name)
        let formats = try FormatDump(text).formats()
        #expect(formats.count == text.ranges(of: "Pixel Format:").count + text.ranges(of: "]: '").count)
        let discrete = formats.flatMap(\.sizes).filter { $0.grid == nil }
        #expect(discrete.count == text.ranges(of: "Size: Discrete").count)
        let listed = discrete.map(\.ranges.count).reduce(0, +)
        #expect(listed == text.ranges(of: "Interval:").count || formats.isEmpty)
    }
}

/// A folder of lists.
enum CameraDumps {
    static let folder: String? = {
        if let named = ProcessInfo.processInfo.environment["OVERCRANK_CAMERA_DUMPS"] { return named }
        // Beside the package, or beside the folder that it lies in.
        var directory = #filePath[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            let folder = "\(directory)/shared/v4l2dumps"
            if FileManager.default.fileExists(atPath: folder) { return folder }
        }
        return nil
    }()

    /// All lists of formats, without their endings.
    static var names: [String] {
        let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
        return files.filter {
            $0.hasSuffix(".txt") && !$0.hasSuffix("_ctrls.txt") && !$0.hasSuffix("_frameintervals.txt")
        }
        .map { String($0.dropLast(4)) }.sorted()
    }

    static func text(_ name: String) throws -> String {
        let data = try Data(contentsOf: URL(filePath: "\(folder ?? "")/\(name).txt"))
        return String(decoding: data, as: UTF8.self)
    }

    static func read(_ name: String) throws -> FormatDump { try FormatDump(text(name)) }
}
