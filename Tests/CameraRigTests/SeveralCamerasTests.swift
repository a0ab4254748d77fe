import FFmpeg
import TestSupport
import Testing

extension CameraRigTests {
    /// Two cameras in one command, each of which knows what it sent and when.
    @Suite struct SeveralCameras {
        private static let wishes = "--size 640x480 --audio none --json"

        private static let boot = Task {
            try await CameraRig().run([
                RigStep(
                    "ready",
                    within: 60,
                    """
                    plug_camera
                    plug_camera 2
                    warm overcrank
                    overcrank record "$(camera_node)" "$(camera_node 2)" -o /run/warm.mp4 --max-duration 0.5s --audio none
                    """
                ),
                RigStep(
                    "both",
                    within: 30,
                    """
                    overcrank record "$(camera_node)" "$(camera_node 2)" -o /run/both.mp4 \(wishes) \\
                        --frame-rate 120 --max-duration 4s
                    cp /run/both-cam[12].mp4 /mnt/out
                    """
                ),
                // The first one goes in the middle.
                RigStep(
                    "unplugged",
                    within: 30,
                    """
                    camera unplug in 200
                    overcrank record "$(camera_node)" "$(camera_node 2)" -o /run/rest.mp4 \(wishes) \\
                        --frame-rate 120 --max-duration 4s
                    """
                ),
                RigStep(
                    "end",
                    "unplug_camera; unplug_camera 2; cp /run/camera.ledger /run/camera2.ledger /mnt/out"
                ),
            ])
        }

        private func reports(_ step: String) async throws -> [RecordReport] {
            let outcome = try await Self.boot.value(step)
            return try outcome.output.split(separator: "\n").filter { $0.hasPrefix("{") }
                .map { try RecordReport(parsing: String($0), errors: outcome.errors) }
                .sorted { ($0.camera ?? 0) < ($1.camera ?? 0) }
        }

        private func recording(_ camera: Int) async throws -> CameraRecording {
            let ledger = try await Self.boot.value.text(of: camera == 1 ? "camera.ledger" : "camera2.ledger")
            let clip = try ClipReader(try await Self.boot.value.files.file("both-cam\(camera).mp4"))
            return try CameraRecording(clip, ledger: CameraLedger(parsing: ledger))
        }

        /// How many are lost is a measure of the machine's one processor, emulated and busy: no test asks for it.
        @Test func `Of two at 120 fps all is counted that is lost`() async throws {
            let outcome = try await Self.boot.value("both")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let both = try await reports("both")
            try #require(both.map(\.camera) == [1, 2])
            for (index, report) in both.enumerated() {
                let recording = try await recording(index + 1)
                #expect(recording.frames.count == report.frames)
                #expect(recording.strangers == 0)
                #expect(recording.isInOrder)
                let missing = recording.missing
                // What the camera itself could not send shows in the time alone; one may hide behind a late stamp.
                let mayHide = missing.contains { $0.fate == .overrun } ? 1 : 0
                #expect(abs(report.lost.total - missing.count) <= mayHide)
            }
        }

        /// A frame's stamp is when the driver had it: some milliseconds after the camera took it, while the processor is at
        /// the other camera's. So the files are held against the ledgers by their promptest frames.
        @Test func `The offset is true to a millisecond`() async throws {
            let both = try await reports("both")
            let offset = try #require(both.last?.files.first?.offsetSeconds)
            let first = try #require(try await recording(1).origin)
            let second = try #require(try await recording(2).origin)
            #expect(abs(offset - (second - first)) < 1e-3)
            #expect(both.first?.files.first?.offsetSeconds == 0)
        }

        @Test func `A camera that goes does not end the other`() async throws {
            let outcome = try await Self.boot.value("unplugged")
            #expect(outcome.status == 74)
            #expect(outcome.errors.contains("error: camera 1: "))
            #expect(outcome.errors.contains(#""message":"1 of 2 cameras failed""#))
            let reports = try await reports("unplugged")
            #expect(reports.map(\.ended) == ["unplugged", "duration"])
            #expect(reports.last.map { $0.frames + $0.lost.total > 400 } == true)
        }
    }
}
