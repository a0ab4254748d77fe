import MediaTime
import Testing

@testable import Capture

/// Causes of a low rate, each staged, and a camera that has none.
@Suite struct RateDiagnosisTests {
    /// A camera of USB 3 that does what it says, at 120 fps, with everything switched on that may do harm elsewhere.
    private static var healthy: CameraEvidence {
        CameraEvidence(
            formats: [
                format("MJPG", isCompressed: true, [(640, 480, 120), (1280, 720, 60)]),
                format("YUYV", isCompressed: false, [(640, 480, 30), (1280, 720, 9)]),
            ],
            granted: CaptureMode(
                format: code("MJPG"),
                size: FrameSize(width: 640, height: 480),
                frameDuration: RationalTime(1, 120)
            ),
            measured: measurement(120),
            controls: [
                control(ControlID.autoExposure, "auto_exposure", 3),
                control(ControlID.exposureTime, "exposure_time_absolute", 300, isInactive: true),
                control(ControlID.dynamicFrameRate, "exposure_dynamic_framerate", 1),
                control(ControlID.powerLineFrequency, "power_line_frequency", 1),
                control(ControlID.autoFocus, "focus_automatic_continuous", 1),
            ],
            usb: USBConnection(
                camera: device("1-2", speed: 480, isSuperSpeed: true),
                isCertain: true,
                isSocketSuperSpeed: true,
                hubs: [device("1-1", speed: 480, isSuperSpeed: false)],
                neighbours: [device("1-3", speed: 480, isSuperSpeed: false)]
            ),
            processors: ProcessorState(
                count: 4,
                governors: ["powersave"],
                driver: "acpi-cpufreq",
                load: 9,
                waiting: 0.9
            )
        )
    }

    private static func device(_ place: String, speed: Int, isSuperSpeed: Bool) -> USBConnection.Neighbour {
        USBConnection.Neighbour(place: place, name: "device \(place)", speed: speed, isSuperSpeed: isSuperSpeed)
    }

    private static func measurement(
        _ rate: Double,
        jitter: Double = 0.0001,
        lost: Int = 0,
        damaged: Int = 0
    ) -> RateMeasurement {
        RateMeasurement(rate: rate, jitter: jitter, frames: 120, lost: lost, damaged: damaged)
    }

    private static func control(_ id: UInt32, _ name: String, _ value: Int64, isInactive: Bool = false) -> CameraControl
    {
        CameraControl(
            id: id,
            name: name,
            kind: .integer,
            minimum: 0,
            maximum: 10_000,
            step: 1,
            defaultValue: 0,
            value: value,
            isInactive: isInactive,
            isReadOnly: false,
            items: []
        )
    }

    private static func code(_ characters: String) -> FourCharacterCode {
        FourCharacterCode(characters) ?? FourCharacterCode(rawValue: 0)
    }

    private static func format(_ code: String, isCompressed: Bool, _ modes: [(Int, Int, Int32)]) -> CaptureFormat {
        CaptureFormat(
            code: Self.code(code),
            description: code,
            isCompressed: isCompressed,
            sizes: modes.map { width, height, rate in
                CaptureSize(
                    size: FrameSize(width: width, height: height),
                    ranges: [FrameRateRange(RationalTime(1, rate))]
                )
            }
        )
    }

    /// What is concluded from the healthy camera's evidence with a change.
    private func causes(_ change: (inout CameraEvidence) -> Void) -> [RateCause] {
        var evidence = Self.healthy
        evidence.controls = []
        evidence.usb = nil
        evidence.processors = nil
        change(&evidence)
        return RateDiagnosis(evidence).causes
    }

    @Test func `Where the rate is right, nothing is a cause`() {
        let diagnosis = RateDiagnosis(Self.healthy)
        #expect(diagnosis.symptoms.isHealthy)
        #expect(diagnosis.causes.isEmpty)
    }

    @Test func `Exposure longer than a frame`() {
        let found = causes {
            $0.measured = Self.measurement(33.3)
            $0.controls = [Self.control(ControlID.exposureTime, "exposure_time_absolute", 300)]
        }
        #expect(found == [.exposureTooLong(exposure: RationalTime(300, 10_000), frameDuration: RationalTime(1, 120))])
    }

    @Test func `Automatic exposure that may lower the rate`() {
        let found = causes {
            $0.measured = Self.measurement(30)
            $0.controls = Self.healthy.controls.filter { $0.id != ControlID.powerLineFrequency }
        }
        #expect(found == [.automaticLowersRate(control: "exposure_dynamic_framerate")])
    }

    @Test func `Automatic exposure in the dark, without a switch for it`() {
        let found = causes {
            $0.measured = Self.measurement(37)
            $0.controls = [Self.control(ControlID.autoExposure, "auto_exposure", 3)]
        }
        #expect(found == [.automaticExposure(control: "auto_exposure", granted: 120, measured: 37)])
    }

    @Test func `Exposure that follows the lamps`() {
        let found = causes {
            $0.measured = Self.measurement(100.2)
            $0.controls = Self.healthy.controls.filter { $0.id != ControlID.dynamicFrameRate }
        }
        #expect(found == [.mainsFrequency(control: "power_line_frequency", flicker: 100)])
    }

    @Test func `Raw frames that the bus does not carry, and the format that it does`() {
        let found = causes {
            $0.granted = CaptureMode(
                format: Self.code("YUYV"),
                size: FrameSize(width: 1280, height: 720),
                frameDuration: RationalTime(1, 30)
            )
            $0.measured = Self.measurement(12)
            $0.usb = USBConnection(
                camera: Self.device("1-2", speed: 480, isSuperSpeed: false),
                isCertain: true,
                isSocketSuperSpeed: nil
            )
        }
        #expect(found.map(\.name) == ["bandwidth", "otherFormat"])
        #expect(found.last?.description == "MJPG has 60 fps at 1280x720")
    }

    @Test func `Another format, or another size, that has the rate`() {
        let size = FrameSize(width: 1280, height: 720)
        for (wish, cause) in [(60, "MJPG has 60 fps at 1280x720"), (120, "only other sizes")] as [(Int128, String)] {
            let found = causes {
                $0.wish = FrameRate(numerator: wish, denominator: 1)
                $0.granted = CaptureMode(
                    format: Self.code(wish == 60 ? "YUYV" : "MJPG"),
                    size: size,
                    frameDuration: RationalTime(1, wish == 60 ? 9 : 60)
                )
                $0.measured = Self.measurement(wish == 60 ? 9 : 60)
            }
            #expect(found.count == 1 && found[0].description.hasPrefix(cause))
        }
    }

    @Test func `The way over USB: hub, socket, cable`() {
        func found(_ change: (inout USBConnection) -> Void) -> [String] {
            // What it has at its best is not enough, and no other mode has more.
            causes {
                $0.wish = FrameRate(numerator: 330, denominator: 1)
                $0.formats = [$0.formats[0]]
                $0.usb = Self.healthy.usb.map {
                    var usb = $0; change(&usb); return usb
                }
            }.map(\.name)
        }
        #expect(found { _ in } == ["slowHub"])
        #expect(
            found {
                $0.hubs = []; $0.isSocketSuperSpeed = false
            } == ["slowSocket"]
        )
        #expect(found { $0.hubs = [] } == ["slowCable"])
        #expect(
            found {
                $0.hubs = []; $0.camera.speed = 5000
            } == []
        )
        #expect(
            found {
                $0.hubs = []; $0.camera.isSuperSpeed = false
            } == []
        )
    }

    @Test func `A bus that is shared, and frames that arrive damaged`() {
        let shared = causes {
            $0.measured = Self.measurement(120, lost: 9)
            $0.usb = Self.healthy.usb
            $0.usb?.camera.isSuperSpeed = false
        }
        #expect(shared == [.sharedBus(names: ["device 1-3"])])
        #expect(causes { $0.measured = Self.measurement(120, damaged: 5) } == [.damagedFrames(5, of: 120)])
    }

    @Test func `The machine: its clock, and what else it does`() {
        func found(_ state: ProcessorState) -> [String] {
            causes {
                $0.measured = Self.measurement(114, lost: 6)
                $0.processors = state
            }.map(\.name)
        }
        #expect(
            found(ProcessorState(count: 4, governors: ["powersave"], driver: "acpi-cpufreq", load: 1)) == ["governor"]
        )
        #expect(found(ProcessorState(count: 4, governors: ["powersave"], driver: "intel_pstate", load: 1)) == [])
        #expect(found(ProcessorState(count: 4, load: 1, waiting: 0.5)) == ["busyProcessors"])
        #expect(found(ProcessorState(count: 1, load: 5)) == ["busyProcessors"])
        #expect(found(ProcessorState(count: 4, governors: ["schedutil"], load: 9, waiting: 0.01)) == [])
    }

    @Test func `Autofocus that hunts`() {
        let found = causes {
            $0.measured = Self.measurement(120, jitter: 0.004)
            $0.controls = [Self.control(ControlID.autoFocus, "focus_automatic_continuous", 1)]
        }
        #expect(
            found == [
                .autofocus(
                    control: "focus_automatic_continuous",
                    jitter: 0.004,
                    frameDuration: RationalTime(1, 120)
                )
            ]
        )
    }
}
