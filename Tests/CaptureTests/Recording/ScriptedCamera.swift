import MediaTime

@testable import Capture

/// A camera that delivers what it is given, and goes.
final class ScriptedCamera: CaptureStream {
    let device = CaptureDeviceInfo(id: "scripted", name: "Scripted", driver: "scripted", bus: "", node: nil)
    let mode: CaptureMode
    private let frames: [[UInt8]]
    private var next = 0

    init(format: String, size: FrameSize, rate: Int32, frames: [[UInt8]]) {
        mode = CaptureMode(
            format: FourCharacterCode(format) ?? FourCharacterCode(rawValue: 0),
            size: size,
            frameDuration: RationalTime(1, rate)
        )
        self.frames = frames
    }

    func start() throws(CaptureError) {}
    func stop() throws(CaptureError) {}

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        guard next < frames.count else { throw CaptureError(.unplugged, "there is no more") }
        let (value, overflow) = mode.frameDuration.value.multipliedReportingOverflow(by: Int64(next + 1))
        guard !overflow else { throw CaptureError(.reading, "it was too long") }
        let facts = CapturedFrame(
            sequence: UInt32(next),
            timestamp: RationalTime(value, mode.frameDuration.timescale),
            isDamaged: false
        )
        unsafe frames[next].withUnsafeBytes { unsafe body(RawSpan(_unsafeBytes: $0), facts) }
        next += 1
        return true
    }
}
