internal import MediaTime
internal import Pipeline

/// A block of sound on its way to the writer; the channels' samples take turns.
struct SoundBlock: Sendable {
    var samples: [Float]
    /// When the first sample was taken, by the system's monotonic clock.
    let timestamp: RationalTime
}

/// Sound on its way from its device's thread, which never waits, to the writer.
final class SoundQueue: Sendable {
    private struct State {
        var blocks: [SoundBlock] = []
        var sampleCount = 0
        var overflow: Int64 = 0
        var isFinished = false
        var failure: CaptureError?
    }

    private let shared = Monitor(State())
    private let limit: Int

    /// A queue for so many samples, all channels counted.
    init(limit: Int) { self.limit = limit }

    /// Adds a block; what there is no room for is counted.
    func offer(_ block: SoundBlock) {
        shared.withLock { shared in
            guard shared.sampleCount + block.samples.count <= limit else {
                shared.overflow += Int64(block.samples.count)
                return
            }
            shared.sampleCount += block.samples.count
            shared.blocks.append(block)
        }
    }

    /// All blocks that are there.
    func takeAll() -> [SoundBlock] {
        shared.withLock { shared in
            defer { (shared.blocks, shared.sampleCount) = ([], 0) }
            return shared.blocks
        }
    }

    /// Waits until there is room for much more, or nobody will take any: for microphones that wait.
    func waitForRoom() {
        _ = shared.wait { $0.sampleCount < limit / 2 || $0.isFinished ? true : nil }
    }

    /// Says that no more comes, and why.
    func finish(_ failure: CaptureError? = nil) {
        shared.withLock { shared in
            shared.isFinished = true
            shared.failure = shared.failure ?? failure
        }
    }

    var isFinished: Bool { shared.withLock { $0.isFinished } }
    var failure: CaptureError? { shared.withLock { $0.failure } }
    /// Samples that there was no room for.
    var overflow: Int64 { shared.withLock { $0.overflow } }
}
