internal import MediaTime
internal import Pipeline

/// A block of audio on its way to the writer; the channels' samples take turns.
struct AudioBlock: Sendable {
    var samples: [Float]
    /// When the first sample was taken, by the system's monotonic clock.
    let timestamp: RationalTime

    /// Leaves out what is heard from an instant on.
    mutating func cut(at instant: RationalTime, sampleRate: Int, channelCount: Int) {
        guard let rest = try? (instant - timestamp).ticks(over: Int32(sampleRate), rounding: .down) else { return }
        let count = max(0, Int(rest)) * channelCount
        if count < samples.count { samples.removeLast(samples.count - count) }
    }
}

/// Audio on its way from its device's thread, which never waits, to the writer.
final class AudioQueue: Sendable {
    private struct State {
        var blocks: [AudioBlock] = []
        var sampleCount = 0
        var overflow: Int64 = 0
        var isFinished = false
        /// When the newest block begins.
        var newest: RationalTime?
        /// Whether nothing comes, though more may.
        var isStalled = false
        /// The newest frame's instant.
        var horizon: RationalTime?
    }

    private let shared = Monitor(State())
    private let limit: Int

    /// A queue for a number of samples, those of all channels together.
    init(limit: Int) { self.limit = limit }

    /// Adds a block. Samples for which there is no room are counted as an overflow; before the first frame the oldest make room, because
    /// none of them is recorded.
    func offer(_ block: AudioBlock) {
        shared.withLock { shared in
            shared.newest = block.timestamp
            shared.isStalled = false
            if shared.horizon == nil {
                let room = max(0, limit - block.samples.count)
                while shared.sampleCount > room { _ = Self.takeFirst(1, of: &shared) }
            }
            guard shared.sampleCount + block.samples.count <= limit else {
                shared.overflow += Int64(block.samples.count)
                return
            }
            shared.sampleCount += block.samples.count
            shared.blocks.append(block)
        }
    }

    /// The blocks that begin before an instant.
    func takeAll(before instant: RationalTime) -> [AudioBlock] {
        shared.withLock { shared in
            Self.takeFirst(shared.blocks.prefix { $0.timestamp < instant }.count, of: &shared)
        }
    }

    private static func takeFirst(_ count: Int, of state: inout State) -> [AudioBlock] {
        guard count > 0 else { return [] }
        let taken = Array(state.blocks.prefix(count))
        state.blocks.removeFirst(count)
        state.sampleCount -= taken.reduce(0) { $0 + $1.samples.count }
        return taken
    }

    /// Says up to when there are frames.
    func advance(to instant: RationalTime) { shared.withLock { $0.horizon = instant } }

    /// Waits until there are frames up to an instant and room for audio, or until the queue is finished.
    ///
    /// It is for microphones that do not run in real time: without it their audio would run ahead of the frames.
    func waitForFrames(at instant: RationalTime) {
        _ = shared.wait { shared -> Bool? in
            if shared.isFinished { return true }
            let hasFrames = shared.horizon.map { $0 >= instant } == true
            return hasFrames && shared.sampleCount * 2 <= limit ? true : nil
        }
    }

    /// Waits for blocks, as long as those of the time before an instant have not all come.
    ///
    /// - Returns: whether there are blocks to take, after which it is to be asked again; `false` where no more need come.
    func waitForBlocks(before instant: RationalTime) -> Bool {
        shared.wait { shared in
            if shared.isFinished || shared.newest.map({ $0 >= instant }) == true { return false }
            return shared.blocks.isEmpty ? nil : true
        }
    }

    /// Says that no more comes.
    func finish() { shared.withLock { $0.isFinished = true } }

    /// Says that nothing comes for now: nobody is to wait for it. The next block says otherwise.
    func stall() { shared.withLock { $0.isStalled = true } }

    /// Whether nothing comes for now, and all that has come was taken.
    var isStalled: Bool { shared.withLock { $0.isStalled && $0.blocks.isEmpty } }
    /// Whether there is none, and no more comes.
    var isOver: Bool { shared.withLock { $0.isFinished && $0.blocks.isEmpty } }
    var isFinished: Bool { shared.withLock { $0.isFinished } }
    /// Samples that there was no room for.
    var overflow: Int64 { shared.withLock { $0.overflow } }
}
