import FFmpeg
import MediaTime
import TestSupport

/// A recording of `uvcsim`, found in the camera's ledger frame by frame.
struct CameraRecording {
    struct Frame {
        /// On the file's own clock.
        let time: RationalTime
        /// What the camera knows of the frame with these bytes; `nil` where it never sent them.
        let entry: CameraLedger.Entry?
    }

    let frames: [Frame]
    private let ledger: CameraLedger

    init(_ clip: ClipReader, ledger: CameraLedger) throws {
        let known = Dictionary(
            ledger.entries.compactMap { entry in entry.content.map { ($0, entry) } },
            uniquingKeysWith: { first, _ in first }
        )
        self.ledger = ledger
        let stream = clip.streams(.video).first?.index ?? 0
        frames = clip.packets[stream].compactMap { packet in
            packet.pts.map { Frame(time: $0, entry: known[FrameContent(of: packet.payload.bytes)]) }
        }
    }

    /// How many frames the camera never sent like this, byte for byte.
    var strangers: Int { frames.count { $0.entry?.fate != .delivered } }

    /// Whether the frames are in the order in which they were taken, and none is there twice.
    var isInOrder: Bool {
        let numbers = frames.compactMap { $0.entry?.number }
        return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// What the camera took between the first frame and the last, and is not there.
    var missing: [CameraLedger.Entry] {
        let numbers = frames.compactMap { $0.entry?.number }
        guard let first = numbers.first, let last = numbers.last else { return [] }
        let there = Set(numbers)
        return ledger.entries.filter { (first...last).contains($0.number) && !there.contains($0.number) }
    }

    /// When the file's time zero is by the camera's own clock, in seconds, as its promptest frame says: late ones make it
    /// seem earlier.
    var origin: Double? {
        frames.compactMap { frame in frame.entry.map { Double($0.instant) / 1e9 - frame.time.seconds } }.max()
    }
}
