import TestSupport
import Testing

extension CameraRigTests {
    /// A recording that the power was cut from.
    @Suite struct PowerCut {
        private static let boots = Task {
            let disk = try await RigDisk(megabytes: 500)
            let before = try await CameraRig(disk: disk).run([
                RigStep(
                    "record",
                    within: 90,
                    """
                    mount_disk
                    echo untouched >/mnt/disk/neighbour
                    sync
                    plug_camera
                    warm overcrank
                    overcrank record "$(camera_node)" -o /mnt/disk/cut.mp4 --audio none &
                    wait_for test -s /mnt/disk/cut.mp4
                    sleep 6.3
                    cp /run/camera.ledger /mnt/out
                    cut_power
                    """
                )
            ])
            let after = try await CameraRig(disk: disk).run([
                RigStep("look", within: 60, "mount_disk; cp /mnt/disk/cut.mp4 /mnt/disk/neighbour /mnt/out")
            ])
            return (before: before, after: after)
        }

        @Test func `All but the last second is there, and nothing else on the disk is touched`() async throws {
            let boots = try await Self.boots.value
            // A step that comes to its end has not been cut off.
            try #require(boots.before.text(of: "record.status").isEmpty, "\(boots.before.text(of: "record.errors"))")
            #expect(boots.after.text(of: "neighbour") == "untouched\n")
            let clip = try ClipReader(boots.after.files.file("cut.mp4"))
            let packets = try #require(clip.packets.first)
            #expect(packets.count > 1500)
            // Most of the camera's ledger went with the power: the frames say themselves which they are.
            let numbers = packets.compactMap { NumberedFrame($0.payload.bytes)?.number }
            #expect(numbers.count == packets.count)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
            let ledger = try CameraLedger(parsing: String(boots.before.text(of: "camera.ledger").wholeLines))
            let (last, taken) = (try #require(numbers.last), try #require(ledger.entries.last?.number))
            #expect(last + 330 > taken)
        }
    }
}

extension String {
    /// Without the beginning of a line that was still to be written.
    fileprivate var wholeLines: Substring { self[..<(lastIndex(of: "\n") ?? startIndex)] }
}
