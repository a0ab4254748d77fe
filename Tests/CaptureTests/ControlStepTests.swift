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

    @Test func `What is no number, or not known, has no step`() {
        #expect(next(ControlID.gain, 0...100, from: nil, up: true) == nil)
        #expect(ControlStep.next(.made(ControlID.autoFocus, "any", .boolean, 0...1, value: 0), up: true) == nil)
    }
}
