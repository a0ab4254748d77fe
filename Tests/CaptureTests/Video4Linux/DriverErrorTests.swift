import CVideo4Linux
import Glibc
import Testing

@testable import Capture
@testable import Video4Linux

/// Error numbers of drivers, and what users are told.
@Suite struct DriverErrorTests {
    @Test(arguments: [
        ("VIDIOC_QBUF", EINVAL, CaptureError.Code.reading), ("VIDIOC_DQBUF", EINVAL, .reading),
        ("VIDIOC_QBUF", EPERM, .reading), ("VIDIOC_QBUF", ENODEV, .unplugged),
        ("VIDIOC_STREAMON", ENOSPC, .noBandwidth),
        ("VIDIOC_STREAMON", EBUSY, .busy), ("VIDIOC_S_FMT", EINVAL, .unsupported), ("open", EACCES, .notPermitted),
        ("open", ENODEV, .noDevice),
    ])
    func `A number means what the call makes of it`(operation: String, errno: Int32, code: CaptureError.Code) {
        #expect(CaptureError(Video4LinuxError(operation, on: "/dev/null", errno: errno)).code == code)
    }

    @Test(arguments: [
        (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_READWRITE, CaptureError.Code.unsupported, "only by read()"),
        (V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING, .noDevice, "it is no camera"),
        (V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_READWRITE, .noDevice, "it is no camera"),
    ])
    func `A node that delivers in no buffers is told from one that delivers nothing`(
        flags: Int32,
        code: CaptureError.Code,
        reason: String
    ) {
        var answer = v4l2_capability()
        answer.capabilities = UInt32(flags)
        let capability = Capability(answer)
        #expect(capability.bufferType == nil)
        let error = CaptureError(noBuffersOf: capability, at: "/dev/video0")
        #expect(error.code == code)
        #expect(error.message.contains(reason))
    }

    @Test func `No room on the bus is said in these words`() {
        let error = CaptureError(Video4LinuxError("VIDIOC_STREAMON", on: "/dev/null", errno: ENOSPC))
        #expect(error.message.contains("the USB bus has no room"))
    }

    /// A motor that still moves, or a flip that is fixed while a sensor delivers.
    @Test func `A control that is not ready is no other program's`() throws {
        let busy = Video4LinuxError("VIDIOC_S_EXT_CTRLS", on: "/dev/null", errno: EBUSY)
        #expect(ControlRefusal(busy) == .notReady)
        let controls = controls(autoExposure: 1)
        let focus = try #require(controls.first { $0.id == ControlID.focus })
        let error = ControlRefusal.notReady.error(focus, 20, among: controls, cause: busy)
        #expect(error.code == .unsupported && error.isMomentary)
        #expect(
            error.message
                == "the camera does not let focus_absolute be set now: it still moves, or keeps it while it delivers"
        )
        for operation in ["VIDIOC_QUERY_EXT_CTRL", "VIDIOC_G_EXT_CTRLS", "VIDIOC_QUERYMENU"] {
            let error = Video4LinuxError(operation, on: "/dev/null", errno: EBUSY)
            #expect(ControlRefusal(error) == nil)
            #expect(CaptureError(error).code == .reading)
        }
        #expect(CaptureError(Video4LinuxError("VIDIOC_S_FMT", on: "/dev/null", errno: EBUSY)).code == .busy)
    }

    private func controls(autoExposure: Int64) -> [CameraControl] {
        CameraControl.exposureControls.map { control in
            control.id == ControlID.autoExposure
                ? CameraControl.made(control.id, control.name, .menu, 0...3, items: control.items, value: autoExposure)
                : control
        }
    }

    @Test func `A value that a menu does not have is answered with those that it has`() throws {
        let controls = controls(autoExposure: 3)
        let menu = try #require(controls.first { $0.id == ControlID.autoExposure })
        #expect(
            ControlRefusal.value.message(menu, 2, among: controls)
                == "the driver refuses 2 for auto_exposure: it takes 1 (Manual Mode), 3 (Aperture Priority Mode)"
        )
    }

    @Test func `A number out of bounds is answered with the bounds`() throws {
        let controls = controls(autoExposure: 3)
        let focus = try #require(controls.first { $0.id == ControlID.focus })
        #expect(
            ControlRefusal.value.message(focus, 300, among: controls)
                == "the driver refuses 300 for focus_absolute: it takes 0 to 255 in steps of 5"
        )
    }

    @Test func `What an automatic sets is no lack of permission`() throws {
        let controls = controls(autoExposure: 3)
        let exposure = try #require(controls.first { $0.id == ControlID.exposureTime })
        #expect(
            ControlRefusal.state.message(exposure, 20, among: controls)
                == "exposure_time_absolute cannot be set while auto_exposure is 3 (Aperture Priority Mode)"
        )
        let free = self.controls(autoExposure: 1)
        #expect(
            ControlRefusal.state.message(exposure, 20, among: free)
                == "the camera does not let exposure_time_absolute be set as it is set now"
        )
    }
}
