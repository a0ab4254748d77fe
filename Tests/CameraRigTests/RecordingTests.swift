import MediaTime
import TestSupport
import Testing

extension CameraRigTests {
    /// `overcrank record` of a camera that knows what it sent.
    @Suite struct Recording {
        private static let boot = Task {
            let rig = CameraRig(limit: 600, disk: try await RigDisk(megabytes: 1000))
            return try await rig.run([
                RigStep(
                    "ready",
                    within: 60,
                    """
                    mount_disk
                    load_sound
                    plug_camera
                    warm overcrank
                    overcrank record "$(camera_node)" -o /run/warm.mp4 --max-duration 0.5s --audio none
                    """
                ),
                // Half a minute, while something else fills the same disk, with sound.
                RigStep(
                    "long",
                    within: 60,
                    """
                    timeout 40 aplay --quiet --device=hw:Loopback,0 --format=S16_LE --rate=48000 --channels=2 /dev/zero &
                    (sleep 5; dd if=/dev/zero of=/mnt/disk/other bs=1M count=200 conv=fsync) &
                    overcrank record "$(camera_node)" -o /mnt/disk/long.mp4 --max-duration 30s --json \\
                        --log /mnt/disk/long.jsonl --audio plughw:Loopback,1
                    """
                ),
                RigStep(
                    "faults",
                    within: 20,
                    """
                    camera skip 3 in 330
                    camera corrupt 2 in 660
                    camera skip 1 in 900
                    overcrank record "$(camera_node)" -o /mnt/disk/faults.mp4 --max-duration 5s --json \\
                        --log /mnt/disk/faults.jsonl --audio none
                    """
                ),
                RigStep(
                    "killed",
                    within: 20,
                    """
                    overcrank record "$(camera_node)" -o /mnt/disk/killed.mp4 --audio none &
                    sleep 5.3
                    kill -KILL %1
                    cut -d ' ' -f 1 /proc/uptime
                    """
                ),
                RigStep(
                    "full",
                    within: 30,
                    """
                    mkdir /run/full
                    mount -t tmpfs -o size=10m full /run/full
                    overcrank record "$(camera_node)" -o /run/full/full.mp4 --json --audio none || status=$?
                    cp /run/full/full.mp4 /mnt/out
                    exit ${status-0}
                    """
                ),
                RigStep(
                    "unplugged",
                    within: 20,
                    """
                    camera unplug in 700
                    overcrank record "$(camera_node)" -o /mnt/disk/unplugged.mp4 --json --audio none
                    """
                ),
                // A driver that numbers its pictures, and loses one of ten.
                RigStep(
                    "vivid",
                    within: 30,
                    """
                    load_vivid
                    overcrank controls /dev/video10 percentage_of_dropped_buffers=10
                    overcrank record /dev/video10 -o /mnt/disk/vivid.mov --max-duration 5s --json \\
                        --log /mnt/disk/vivid.jsonl --audio none --video-codec copy --format YUYV --size 320x180
                    """
                ),
                RigStep(
                    "results",
                    within: 60,
                    "unplug_camera; cp /mnt/disk/*.mp4 /mnt/disk/*.mov /mnt/disk/*.jsonl /run/camera.ledger /mnt/out"
                ),
            ])
        }

        private func recording(_ name: String) async throws -> CameraRecording {
            let results = try await Self.boot.value
            let ledger = try CameraLedger(parsing: results.text(of: "camera.ledger"))
            return try CameraRecording(ClipReader(results.files.file("\(name).mp4")), ledger: ledger)
        }

        private func losses(_ name: String) async throws -> [LossLine] {
            try await Self.boot.value.text(of: "\(name).jsonl").split(separator: "\n").map {
                try LossLine(parsing: String($0))
            }
        }

        private func report(_ step: String) async throws -> RecordReport {
            let outcome = try await Self.boot.value(step)
            return try RecordReport(parsing: outcome.output, errors: outcome.errors)
        }

        @Test func `Half a minute at 330 fps is there to the last picture, byte for byte`() async throws {
            let recording = try await recording("long")
            let report = try await report("long")
            // All but a few per cent of 9,900: where the command is not optimised, the machine's one processor is too slow
            // for it, the sound and the camera together, and the camera then leaves out pictures.
            #expect(recording.pictures.count > 8500)
            #expect(recording.strangers == 0)
            #expect(recording.isInOrder)
            #expect(recording.greatestTimeError < 0.02)
            // What the camera itself could not send is all that may be missing, and it is accounted for.
            #expect(recording.missing.allSatisfy { $0.fate == .overrun })
            #expect(report.lost.total == recording.missing.count)
        }

        @Test func `Every injected loss is in the log, and none else`() async throws {
            let recording = try await recording("faults")
            let report = try await report("faults")
            #expect(recording.strangers == 0)
            #expect(recording.isInOrder)
            let fates = recording.missing.map(\.fate)
            #expect(fates.count { $0 == .skipped } == 4)
            #expect(fates.count { $0 == .corrupt } == 2)
            #expect(report.lost.total == fates.count)
            #expect(report.lost.sequence == 2)
            let events = try await losses("faults")
            #expect(events.reduce(0) { $0 + $1.count } == fates.count)
            // Each is found at the first picture after it.
            let first = try #require(recording.pictures.first?.entry?.instant)
            for missing in recording.missing {
                let seconds = Double(missing.instant - first) / 1e9
                #expect(events.contains { abs($0.seconds - seconds) < 0.02 })
            }
        }

        @Test func `What a driver loses is in the log as often as in its numbers`() async throws {
            let clip = try ClipReader(try await Self.boot.value.files.file("vivid.mov"))
            let times = try #require(clip.packets.first).compactMap { $0.pts?.seconds }
            let report = try await report("vivid")
            let events = try await losses("vivid")
            #expect(report.lost.total > 10)
            #expect(report.lost.total == report.lost.sequence)
            #expect(events.reduce(0) { $0 + $1.count } == report.lost.sequence)
            let (first, last) = (try #require(times.first), try #require(times.last))
            #expect(times.count + report.lost.total == Int(((last - first) * 60).rounded()) + 1)
            // As many as fit between the pictures: its timer is late by less than one of them.
            for (time, next) in zip(times, times.dropFirst()) {
                let count = events.reduce(0) { $0 + (abs($1.seconds - time) < 0.001 ? $1.count : 0) }
                #expect(abs((next - time) * 60 - 1 - Double(count)) < 0.7)
            }
        }

        @Test func `What was recorded before a kill is there, but for the last second`() async throws {
            let recording = try await recording("killed")
            #expect(recording.strangers == 0)
            #expect(recording.isInOrder)
            let uptime = try #require(Double(try await Self.boot.value("killed").output.prefix { $0 != "\n" }))
            let last = try #require(recording.pictures.last?.entry?.instant)
            #expect(uptime - Double(last) / 1e9 < 1.1)
        }

        @Test(arguments: [("full", "space"), ("unplugged", "unplugged")])
        func `A recording that is cut short ends well`(step: String, ending: String) async throws {
            let recording = try await recording(step)
            #expect(recording.pictures.count > 300)
            #expect(recording.strangers == 0)
            #expect(recording.isInOrder)
            let report = try await report(step)
            #expect(report.ended == ending)
            #expect(report.frames == recording.pictures.count)
        }
    }
}
