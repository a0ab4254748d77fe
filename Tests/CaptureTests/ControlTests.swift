import MediaTime
import Testing

@testable import Capture

/// Names, values and the order of controls.
@Suite struct ControlTests {
    private let controls = CameraControl.exposureControls

    @Test(arguments: [
        ("exposure_time_absolute", ControlID.exposureTime), ("exposure_absolute", ControlID.exposureTime),
        ("Exposure (Absolute)", ControlID.exposureTime), ("0x009a0902", ControlID.exposureTime),
        ("10094850", ControlID.exposureTime), ("exposure_auto", ControlID.autoExposure),
        ("exposure_auto_priority", ControlID.dynamicFrameRate), ("focus_auto", ControlID.autoFocus),
    ])
    func `Old names, new names and numbers mean the same`(name: String, id: UInt32) {
        #expect(ControlName.find(name, in: controls)?.id == id)
    }

    @Test func `Unknown names are nothing`() { #expect(ControlName.find("sharpness", in: controls) == nil) }

    @Test(arguments: [
        (0, "Manual Mode", Int64(1)), (0, "manual_mode", 1), (0, "3", 3), (1, "0x10", 16), (2, "on", 1), (2, "off", 0),
        (1, "default", 1),
    ])
    func `Values are read as people write them`(index: Int, text: String, value: Int64) throws {
        #expect(try controls[index].value(parsing: text) == value)
    }

    @Test(arguments: [
        (0, "Shutter Priority", CaptureError.Code.unsupported), (1, "long", .settings), (1, "1.5", .settings),
        (2, "maybe", .settings), (0, "", .settings),
    ])
    func `Other values are refused`(index: Int, text: String, code: CaptureError.Code) {
        let error = #expect(throws: CaptureError.self) { try controls[index].value(parsing: text) }
        #expect(error?.code == code)
    }

    private func camera() throws -> FakeCamera {
        let frame = CameraFrameFormat(
            format: try #require(FourCharacterCode("YUYV")),
            size: FrameSize(width: 320, height: 180),
            frameDuration: RationalTime(1, 30)
        )
        let camera = FakeCamera([], current: frame)
        camera.descriptions = controls
        camera.values = [
            ControlID.autoExposure: 3, ControlID.exposureTime: 157, ControlID.autoFocus: 1, ControlID.focus: 0,
        ]
        return camera
    }

    @Test func `Automatics go first, even those that nobody named`() throws {
        let camera = try camera()
        let changes = try camera.setControls([
            ControlSetting(id: ControlID.focus, value: 33), ControlSetting(id: ControlID.exposureTime, value: 20),
            ControlSetting(id: ControlID.autoExposure, value: 1),
        ])
        #expect(
            camera.diary == [
                "focus_automatic_continuous 0", "auto_exposure 1", "focus_absolute 33", "exposure_time_absolute 20",
            ]
        )
        #expect(changes.map(\.isImplied) == [true, false, false, false])
        #expect(changes.map(\.isRounded) == [false, false, true, false])
        #expect(changes[2].value == 30, "steps of 5")
    }

    @Test func `An automatic that is off already is left alone`() throws {
        let camera = try camera()
        camera.values[ControlID.autoFocus] = 0
        _ = try camera.setControls([ControlSetting(id: ControlID.focus, value: 35)])
        #expect(camera.diary == ["focus_absolute 35"])
    }

    @Test(arguments: [Int64(35), 40]) func `One that is to be set twice is refused, and nothing is set`(value: Int64)
        throws
    {
        let camera = try camera()
        let error = #expect(throws: CaptureError.self) {
            try camera.setControls([
                ControlSetting(id: ControlID.focus, value: 35), ControlSetting(id: ControlID.exposureTime, value: 20),
                ControlSetting(id: ControlID.focus, value: value),
            ])
        }
        #expect(error?.code == .settings)
        #expect(error?.message == "focus_absolute is to be set twice at once")
        #expect(camera.diary.isEmpty)
    }

    @Test func `Where one fails, all are put back, the last one first`() throws {
        let camera = try camera()
        let values = camera.values
        camera.failing = "exposure_time_absolute 20"
        #expect(throws: CaptureError.self) {
            try camera.setControls([
                ControlSetting(id: ControlID.focus, value: 35), ControlSetting(id: ControlID.exposureTime, value: 20),
            ])
        }
        #expect(camera.values == values)
        #expect(camera.diary.suffix(3) == ["focus_absolute 0", "auto_exposure 3", "focus_automatic_continuous 1"])
    }
}
