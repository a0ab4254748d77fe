import Testing

extension CameraRigTests {
    /// `overcrank probe`, `devices` and `controls` with the kernel's drivers behind them.
    @Suite struct Probing {
        private static let boot = Task {
            try await CameraRig().run(atTheCamera + withoutOne + atVivid)
        }

        private static let atTheCamera = [
            RigStep("warm", within: 60, "warm overcrank; plug_camera"),
            RigStep("devices", "overcrank devices --json"),
            RigStep("lock", #"overcrank probe "$(camera_node)" --json"#),
            RigStep(
                "dark",
                """
                camera dark
                v4l2-ctl --device "$(camera_node)" --set-ctrl=exposure_dynamic_framerate=1
                overcrank probe "$(camera_node)" --json
                camera light
                """
            ),
            RigStep("stuck", #"camera stick; overcrank probe "$(camera_node)" --json"#),
            RigStep("slow", #"camera one-in 10; overcrank probe "$(camera_node)" --json; camera one-in 1"#),
            RigStep(
                "long exposure",
                """
                v4l2-ctl --device "$(camera_node)" --set-ctrl=auto_exposure=1
                v4l2-ctl --device "$(camera_node)" --set-ctrl=exposure_time_absolute=100
                overcrank probe "$(camera_node)" --json
                """
            ),
            RigStep("shutter", #"overcrank probe "$(camera_node)" --shutter 1/500 --json"#),
            RigStep(
                "controls",
                """
                overcrank controls "$(camera_node)" focus_absolute=12 exposure_absolute=20
                v4l2-ctl --device "$(camera_node)" --get-ctrl=focus_absolute,exposure_time_absolute
                """
            ),
        ]

        private static let withoutOne = [
            RigStep(
                "busy",
                """
                v4l2-ctl --device "$(camera_node)" --stream-mmap --stream-count=6600 >/dev/null 2>&1 &
                sleep 0.5
                status=0
                overcrank probe "$(camera_node)" || status=$?
                kill %1
                exit $status
                """
            ),
            RigStep("metadata", "overcrank probe /dev/video1"),
            RigStep("no camera", "overcrank probe /dev/null"),
            RigStep("not there", "overcrank probe /dev/video77"),
            RigStep(
                "forbidden",
                #"setpriv --reuid 65534 --regid 65534 --clear-groups overcrank probe "$(camera_node)""#
            ),
            RigStep("unplugged", #"camera unplug in 100; overcrank probe "$(camera_node)""#),
            RigStep("none", "overcrank probe"),
        ]

        private static let atVivid =
            [
                RigStep("webcam", "load_vivid; overcrank probe /dev/video10 --input 0 --size 320x180 --json"),
                RigStep(
                    "HDMI",
                    """
                    v4l2-ctl --device 10 --set-input=1
                    v4l2-ctl --device 10 --set-dv-bt-timings=cvt,width=640,height=360,fps=240 2>/dev/null
                    overcrank probe /dev/video10 --input 1 --size 640x360 --json >/run/document
                    cp /run/document /mnt/out/HDMI.json
                    """
                ),
            ]
            + injections.map { injection in
                RigStep(
                    injection,
                    """
                    v4l2-ctl --device 10 --set-input=0
                    v4l2-ctl --device 10 --set-ctrl=\(injection)=1
                    overcrank probe /dev/video10 --input 0 --size 320x180
                    """
                )
            }

        /// The controls by which vivid fails once.
        private static let injections = [
            "inject_vidioc_reqbufs_error", "inject_vidioc_qbuf_error", "inject_vidioc_streamon_error",
        ]

        private func report(_ step: String) async throws -> ProbeReport {
            let outcome = try await Self.boot.value(step)
            try #require(outcome.status == 0, "\(outcome.errors)")
            return try ProbeReport(parsing: outcome.output)
        }

        private func isWithinOnePercent(_ rate: Double?, of expected: Double) -> Bool {
            rate.map { abs($0 - expected) <= expected / 100 } ?? false
        }

        @Test func `The camera is listed once, without its metadata node`() async throws {
            let outcome = try await Self.boot.value("devices")
            #expect(outcome.status == 0)
            #expect(
                outcome.output.split(separator: "High-speed USB camera", omittingEmptySubsequences: false).count == 2
            )
            #expect(outcome.output.contains("uvcvideo"))
        }

        @Test func `The highest rate is locked, and measured within a hundredth`() async throws {
            let lock = try await report("lock").lock
            #expect(lock.fourcc == "MJPG")
            #expect((lock.width, lock.height) == (640, 360))
            #expect(isWithinOnePercent(lock.grantedRate, of: 330))
            #expect(isWithinOnePercent(lock.measured, of: 330))
            #expect(lock.warnings.isEmpty)
        }

        @Test func `The rate holds in the dark`() async throws {
            #expect(isWithinOnePercent(try await report("dark").lock.measured, of: 330))
        }

        @Test func `A camera that sticks is brought to its rate`() async throws {
            #expect(isWithinOnePercent(try await report("stuck").lock.measured, of: 330))
        }

        @Test func `A camera that does not keep its promise is shown up`() async throws {
            let lock = try await report("slow").lock
            #expect(isWithinOnePercent(lock.grantedRate, of: 330))
            #expect(isWithinOnePercent(lock.measured, of: 33))
            #expect(!lock.warnings.isEmpty)
        }

        @Test func `An exposure that is too long is named, and a shutter that is short enough holds the rate`()
            async throws
        {
            let exposed = try await report("long exposure").lock
            #expect(isWithinOnePercent(exposed.measured, of: 100))
            #expect(!exposed.warnings.isEmpty)
            #expect(isWithinOnePercent(try await report("shutter").lock.measured, of: 330))
        }

        @Test func `Controls are set in the camera's order, by old names as well`() async throws {
            let outcome = try await Self.boot.value("controls")
            #expect(outcome.status == 0, "\(outcome.errors)")
            // The camera's focus goes in steps of 5.
            #expect(outcome.output.hasSuffix("focus_absolute: 10\nexposure_time_absolute: 20\n"))
        }

        @Test(
            arguments: [
                ("busy", 75, "v4l2-ctl"), ("metadata", 69, "/dev/video1"), ("no camera", 69, "/dev/null"),
                ("forbidden", 77, "video"), ("none", 69, "synthetic"), ("unplugged", 74, "unplugged"),
            ] as [(String, Int32, String)]
        )
        func `What cannot be probed says why`(step: String, status: Int32, word: String) async throws {
            let outcome = try await Self.boot.value(step)
            #expect(outcome.status == status)
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
        }

        @Test func `A path that leads nowhere is an error of the user's`() async throws {
            #expect([66, 69].contains(try await Self.boot.value("not there").status))
        }

        @Test func `vivid's webcam is measured at 60`() async throws {
            let lock = try await report("webcam").lock
            #expect(isWithinOnePercent(lock.grantedRate, of: 60))
            #expect(isWithinOnePercent(lock.measured, of: 60))
        }

        @Test func `An HDMI input that delivers half of what it grants is shown up`() async throws {
            let outcome = try await Self.boot.value("HDMI")
            try #require(outcome.status == 0, "\(outcome.errors)")
            let lock = try ProbeReport(parsing: try await Self.boot.value.text(of: "HDMI.json")).lock
            #expect(isWithinOnePercent(lock.grantedRate, of: 238.26))
            let measured = try #require(lock.measured)
            #expect((110...130).contains(measured))
            #expect(!lock.warnings.isEmpty)
        }

        @Test(arguments: injections)
        func `A driver's failure is an error, and no hang`(injection: String) async throws {
            let outcome = try await Self.boot.value(injection)
            #expect([69, 74, 75].contains(outcome.status))
            #expect(outcome.errors.contains("error: "))
        }

        @Test(
            arguments: (atTheCamera + withoutOne + atVivid).map(\.name).filter { $0 != "warm" }
        )
        func `Nothing crashes or hangs`(step: String) async throws {
            // 124: not over within its time; from 128 on: ended by a signal.
            #expect(try await Self.boot.value(step).status < 124)
        }
    }
}
