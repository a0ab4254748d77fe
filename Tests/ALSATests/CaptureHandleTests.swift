import ALSA
import Glibc
import TestSupport
import Testing

/// Devices without a sound card: ALSA's own plug-ins read a file.
@Suite(.serialized) struct CaptureHandleTests {
    /// Two channels' samples, full scale and next to nothing among them, exact in 16 bits.
    static let samples: [Float] = [0, -1, 0.5, -0.5, 0x1p-15, -0x1p-15, 1 - 0x1p-15, 0.25]

    @Test(arguments: SampleFormat.allCases) func `Samples of every format are the same numbers`(format: SampleFormat)
        throws
    {
        let device = try Device(holding: Self.samples, in: format)
        let handle = try device.open("file", formats: [format])
        #expect(handle.setup.format == format)
        #expect(try Self.read(handle) == Self.samples)
    }

    @Test(arguments: SampleFormat.allCases.filter { $0 != .float })
    func `A device that has no floating-point samples gives others`(format: SampleFormat) throws {
        let device = try Device(holding: Self.samples, in: format)
        // This plug-in has integers only, as a sound card.
        let handle = try device.open("linear", formats: [.float, format])
        #expect(handle.setup.format == format)
        #expect(try Self.read(handle) == Self.samples)
    }

    @Test func `The finest format is preferred`() throws {
        let device = try Device(holding: Self.samples, in: .signed16)
        #expect(try device.open("file").setup.format == .float)
        let handle = try device.open("linear")
        #expect(handle.setup.format == .signed32)
        #expect(try Self.read(handle) == Self.samples)
    }

    /// Programs between the card and us may deliver them, and no encoder takes them.
    @Test func `What is no sample is silence`() throws {
        let device = try Device(holding: [.nan, 0.5, .infinity, -0.5, 1e30, 1, -.infinity, -1], in: .float)
        #expect(try Self.read(device.open("file", formats: [.float])) == [0, 0.5, 0, -0.5, 0, 1, 0, -1])
    }

    @Test func `A device that has none of the formats is an error`() throws {
        let device = try Device(holding: Self.samples, in: .signed16)
        let error = #expect(throws: ALSAError.self) { _ = try device.open("linear", formats: [.float]) }
        #expect(error?.errno == EINVAL)
    }

    private static func read(_ handle: borrowing CaptureHandle) throws -> [Float] {
        try handle.start()
        var samples = [Float](repeating: .nan, count: Self.samples.count)
        let block = try #require(try handle.read(into: &samples))
        return Array(samples.prefix(block.count * handle.setup.channelCount))
    }
}

/// A file that ALSA takes for a sound card.
private struct Device {
    private let scratch: ScratchDirectory
    private let configuration: String

    init(holding samples: [Float], in format: SampleFormat) throws {
        scratch = try ScratchDirectory()
        let audio = try scratch.write(samples.flatMap { format.bytes(of: $0) }, to: "audio.raw")
        let text = """
            </usr/share/alsa/alsa.conf>
            pcm.file { type file slave.pcm null file /dev/null infile "\(audio)" format raw }
            pcm.linear { type linear slave { pcm file format \(format.name) } }
            """
        configuration = try scratch.write(Array(text.utf8), to: "alsa.conf")
    }

    func open(_ device: String, formats: [SampleFormat] = SampleFormat.allCases) throws -> CaptureHandle {
        unsafe setenv("ALSA_CONFIG_PATH", configuration, 1)
        defer { unsafe unsetenv("ALSA_CONFIG_PATH") }
        return try CaptureHandle.open(device, sampleRate: 48_000, channelCount: 2, formats: formats)
    }
}

extension SampleFormat {
    /// ALSA's name on a little-endian machine.
    fileprivate var name: String {
        switch self {
        case .float: "FLOAT_LE"
        case .signed32: "S32_LE"
        case .signed24: "S24_LE"
        case .packed24: "S24_3LE"
        case .signed16: "S16_LE"
        }
    }

    fileprivate func bytes(of sample: Float) -> [UInt8] {
        let (bits, count): (UInt32, Int) =
            switch self {
            case .float: (sample.bitPattern, 4)
            case .signed32: (UInt32(bitPattern: Int32(sample * 0x1p31)), 4)
            case .signed24: (UInt32(bitPattern: Int32(sample * 0x1p23)), 4)
            case .packed24: (UInt32(bitPattern: Int32(sample * 0x1p23)), 3)
            case .signed16: (UInt32(bitPattern: Int32(sample * 0x1p15)), 2)
            }
        return (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
    }
}
