import MediaTime
import Testing

@testable import Capture

/// How far a key moves a control.
@Suite struct ControlStepTests {
    private func next(_ id: UInt32, _ range: ClosedRange<Int64>, step: UInt64 = 1, from value: Int64?, up: Bool)
        -> Int64?
    {
        ControlStep.next(.made(id, "any", .integer, range, step: step, value: value), up: up)
    }

    @Test func `Exposure and zoom go by ratios, other controls by parts of their range`() {
        #expect(next(ControlID.exposureTime, 1...5000, from: 100, up: true) == 126)
        #expect(next(ControlID.exposureTime, 1...5000, from: 126, up: false) == 100)
        #expect(next(ControlID.exposureTime, 1...5000, from: 1, up: true) == 2, "a step at least")
        #expect(next(ControlID.zoom, 100...500, from: 200, up: true) == 252)
        #expect(next(ControlID.gain, 0...100, from: 0, up: true) == 4)
        #expect(next(ControlID.focus, 0...250, step: 5, from: 0, up: true) == 10)
    }

    @Test func `Bounds hold`() {
        #expect(next(ControlID.gain, 0...100, from: 99, up: true) == 100)
        #expect(next(ControlID.gain, 0...100, from: 0, up: false) == 0)
        #expect(next(ControlID.gain, .min ... .max, from: .max, up: true) == .max)
    }

    @Test func `No driver's bounds are too large`() throws {
        for range in [Int64.min ... .max, 0 ... .max, .min...0, 1 ... .max, .max ... .max, .min ... .min, 5...5] {
            for step in [UInt64(1), 2, 7, UInt64(Int64.max), .max] {
                for value in [Int64.min, -1, 0, 1, .max, range.lowerBound, range.upperBound] {
                    for id in [ControlID.zoom, ControlID.gain] {
                        let control = CameraControl.made(id, "any", .integer, range, step: step, value: value)
                        #expect(range.contains(control.nearest(to: value)))
                        for up in [true, false] {
                            let next = try #require(ControlStep.next(control, up: up))
                            #expect(range.contains(next) || next == value)
                        }
                        let ramp = ControlRamp(control, from: value, to: range.upperBound, over: RationalTime(1, 1))
                        _ = ramp.value(after: RationalTime(1, 3))
                        for text in ["1x", "2x", "1e300x", "0.0000001x", "9223372036854775807", "-1"] {
                            _ = try? ZoomTarget(parsing: text).value(of: control)
                        }
                    }
                }
            }
        }
    }

    /// Some drivers report a maximum of 0 where the camera does not say one.
    @Test func `Bounds that contradict each other are none`() throws {
        let control = CameraControl(
            id: ControlID.zoom,
            name: "zoom_absolute",
            kind: .integer,
            minimum: 100,
            maximum: 0,
            step: 10,
            defaultValue: 100,
            value: 200,
            isInactive: false,
            isReadOnly: false,
            items: []
        )
        #expect(control.bounds == nil)
        #expect(control.nearest(to: 303) == 303)
        #expect(try ZoomTarget.value(300).value(of: control) == 300)
        #expect(try ZoomTarget.factor(3).value(of: control) == 300)
        #expect(ControlStep.next(control, up: true) == 252)
        #expect(throws: CaptureError.self) { try ZoomTarget.factor(0.5).value(of: control) }
        let text = ControlRefusal.value.message(control, 5, among: [])
        #expect(text == "the driver refuses 5 for zoom_absolute: it takes others, but does not say which")
        // From a value that a lens cannot have.
        let ramp = ControlRamp(control, from: 0, to: 300, over: RationalTime(1, 1))
        #expect(ramp.value(after: RationalTime(1, 2)) == 150)
    }

    @Test func `What is no number, or not known, has no step`() {
        #expect(next(ControlID.gain, 0...100, from: nil, up: true) == nil)
        #expect(ControlStep.next(.made(ControlID.autoFocus, "any", .boolean, 0...1, value: 0), up: true) == nil)
    }
}
