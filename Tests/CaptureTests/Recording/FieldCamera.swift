import MediaTime

@testable import Capture

/// A camera that delivers raw frames whose lines each have one brightness and one colour, and says what it is told to of them.
final class FieldCamera: CaptureStream {
    /// A frame, or a field of one, as a driver delivers it.
    struct Buffer {
        var number: UInt32
        /// Hundredths of an interval.
        var time: Int64
        var fields: FrameFields?
        /// The luma of each line.
        var lines: [UInt8]
    }

    let device = CaptureDeviceInfo(id: "fields", name: "Fields", driver: "test", bus: "", node: nil)
    let mode: CaptureMode
    private let buffers: [Buffer]
    private var next = 0

    static let (width, height) = (32, 16)

    init(_ fields: FrameFields, height: Int = height, _ buffers: [Buffer]) {
        mode = CaptureMode(
            format: FourCharacterCode("UYVY") ?? FourCharacterCode(rawValue: 0),
            size: FrameSize(width: Self.width, height: height),
            frameDuration: RationalTime(1, 25)
        ).with(fields)
        self.buffers = buffers
    }

    /// Interlaced frames: the lines of the upper field are bright, those of the lower one dark.
    static func interlaced(_ fields: FrameFields, height: Int = height, count: Int = 12) -> FieldCamera {
        FieldCamera(
            fields,
            height: height,
            (0..<count).map { number in
                Buffer(
                    number: UInt32(number),
                    time: Int64(number) * 100,
                    fields: fields,
                    lines: (0..<height).map { $0 % 2 == 0 ? 200 : 60 }
                )
            }
        )
    }

    func start() {}
    func stop() {}

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        guard next < buffers.count else { throw CaptureError(.unplugged, "there is no more") }
        let buffer = buffers[next]
        next += 1
        let facts = CapturedFrame(
            sequence: buffer.number,
            timestamp: RationalTime(100_000 + buffer.time, 2500),
            isDamaged: false,
            fields: buffer.fields
        )
        // Chroma is that of its line's luma.
        let bytes = buffer.lines.flatMap { Array(repeating: $0, count: 2 * Self.width) }
        unsafe bytes.withUnsafeBytes { unsafe body($0.bytes, facts) }
        return true
    }
}
