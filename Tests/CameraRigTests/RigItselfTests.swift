import TestSupport
import Testing

extension CameraRigTests {
    /// That the rig's cameras do what the other suites take for granted, as a program sees it that is not ours.
    @Suite struct RigItself {
        private static let boot = Task {
            try await CameraRig().run([
                RigStep("plug", "plug_camera"),
                RigStep("list", #"v4l2-ctl --device "$(camera_node)" --list-formats-ext"#),
                RigStep(
                    "fast",
                    """
                    v4l2-ctl --device "$(camera_node)" --set-fmt-video=width=640,height=360,pixelformat=MJPG \
                        --set-parm=330 --stream-mmap=8 --stream-count=661 --stream-to=/run/fast
                    """
                ),
                RigStep(
                    "faults",
                    """
                    camera skip 7 in 20
                    camera corrupt 5 in 40
                    v4l2-ctl --device "$(camera_node)" --stream-mmap=8 --stream-count=100
                    """
                ),
                RigStep(
                    "dark",
                    """
                    camera dark
                    v4l2-ctl --device "$(camera_node)" --stream-mmap=8 --stream-count=331
                    """
                ),
                RigStep(
                    "recorded",
                    within: 30,
                    """
                    camera light
                    camera skip 3 in 330
                    camera corrupt 2 in 660
                    trace_buffers recorded ffmpeg -v error -nostdin -f v4l2 -input_format mjpeg -video_size 640x360 -framerate 330 \
                        -i "$(camera_node)" -t 3 -codec copy /run/recorded.mkv
                    cp /run/recorded.mkv /mnt/out
                    """
                ),
                RigStep("plain failure", "false"),
                RigStep("no end", within: 1, "sleep 60"),
                RigStep("unplug", "unplug_camera; ! camera_node; cp /run/camera.ledger /mnt/out"),
                RigStep("audio", "load_audio; arecord --list-devices"),
            ])
        }

        private func ledger() async throws -> CameraLedger {
            try CameraLedger(parsing: try await Self.boot.value.text(of: "camera.ledger"))
        }

        @Test(arguments: ["260.010", "330.000", "210.000", "187.003"])
        func `The camera offers its rates`(rate: String) async throws {
            let listing = try await Self.boot.value("list")
            #expect(listing.status == 0)
            #expect(listing.output.contains("\(rate) fps"))
        }

        @Test func `330 frames a second take exactly their time`() async throws {
            #expect(try await Self.boot.value("fast").status == 0)
            let entries = try await ledger().entries.prefix(660)
            let (first, last) = (try #require(entries.first), try #require(entries.last))
            #expect(last.instant - first.instant == 659 * 3_030_300)
            #expect(entries.allSatisfy { $0.fate == .delivered })
        }

        @Test func `Every frame has bytes of its own`() async throws {
            let contents = try await ledger().entries.compactMap(\.content)
            try #require(contents.count > 1000)
            #expect(Set(contents).count == contents.count)
            #expect(zip(contents, contents.dropFirst()).allSatisfy { $0.length != $1.length })
        }

        @Test func `Faults are injected as often as asked for`() async throws {
            let ledger = try await ledger()
            #expect(ledger.entries(.skipped).count == 7 + 3)
            #expect(ledger.entries(.corrupt).count == 5 + 2)
        }

        @Test func `Another program's recording is found in the ledger, with what it must lack`() async throws {
            let clip = try ClipReader(try await Self.boot.value.files.file("recorded.mkv"))
            let recording = try CameraRecording(clip, ledger: try await ledger())
            #expect(recording.frames.count > 900)
            #expect(recording.strangers == 0)
            #expect(recording.isInOrder)
            let fates = recording.missing.map(\.fate)
            #expect(fates.filter { $0 == .skipped }.count == 3)
            #expect(fates.filter { $0 == .corrupt }.count == 2)
            let buffers = try DriverBuffers(parsing: try await Self.boot.value.text(of: "recorded.buffers"))
            // Matroska rounds to milliseconds.
            #expect(try buffers.run(of: recording.frames.map(\.time), within: 1.001e-3) != nil)
        }

        @Test func `The dark halves the rate`() async throws {
            // After the fast ones, those around the faults, and a few that were under way when programs ended.
            let entries = try await ledger().entries.dropFirst(660 + 112 + 10).prefix(300)
            try #require(entries.count == 300)
            let steps = zip(entries, entries.dropFirst()).map { $1.instant - $0.instant }
            #expect(steps.allSatisfy { $0 == 2 * 3_030_300 })
        }

        @Test(arguments: [("plain failure", 1), ("no end", 124), ("unplug", 0)] as [(String, Int32)])
        func `A step's status is reported, and one without an end is ended`(step: String, status: Int32) async throws {
            #expect(try await Self.boot.value(step).status == status)
        }

        @Test func `There is a cable for audio`() async throws {
            #expect(try await Self.boot.value("audio").output.contains("Loopback"))
        }
    }
}
