import MediaTime
import Testing

@testable import Capture

/// Zooms that take their time.
@Suite struct ControlRampTests {
    private let zoom = CameraControl.made(ControlID.zoom, "zoom_absolute", .integer, 100...500, value: 100)

    @Test func `A lens goes by ratios: half of the way is the geometric mean`() {
        let ramp = ControlRamp(zoom, from: 100, to: 400, over: RationalTime(4, 1))
        #expect((0...4).map { ramp.value(after: RationalTime($0, 1)) } == [100, 141, 200, 283, 400])
        #expect(ramp.value(after: RationalTime(9, 1)) == 400)
        let back = ControlRamp(zoom, from: 400, to: 100, over: RationalTime(2, 1))
        #expect(back.value(after: RationalTime(1, 1)) == 200)
    }

    @Test func `Values that begin at zero go by differences`() {
        let control = CameraControl.made(ControlID.zoom, "zoom_absolute", .integer, 0...1000, value: 0)
        let ramp = ControlRamp(control, from: 0, to: 1000, over: RationalTime(1, 1))
        #expect(ramp.value(after: RationalTime(1, 4)) == 250)
        #expect(ramp.value(after: .zero) == 0)
        let error = #expect(throws: CaptureError.self) { try ZoomTarget.factor(2).value(of: control) }
        #expect(error?.message.contains("no focal length") == true)
        #expect(throws: Never.self) { try ZoomTarget.value(1000).value(of: control) }
    }

    @Test func `No time at all is the end`() {
        #expect(ControlRamp(zoom, from: 100, to: 300, over: .zero).value(after: .zero) == 300)
    }

    @Test(arguments: [("2x", Int64(200)), ("1.5x", 150), ("320", 320), ("5x", 500)])
    func `A target is a factor or a value`(text: String, value: Int64) throws {
        #expect(try ZoomTarget(parsing: text).value(of: zoom) == value)
    }

    @Test(arguments: ["x", "-2x", "0x", "wide", "6x", "0.5x", "99", "501", "infx", "nanx"])
    func `Other targets are refused`(text: String) {
        #expect(throws: CaptureError.self) { try ZoomTarget(parsing: text).value(of: zoom) }
    }
}
