internal import Export
internal import Pipeline
internal import TimeStretch

/// One continuous stretch of a preview's sound, from some sample on. A thread renders it a few seconds ahead of what was asked
/// for last; so pieces that follow one another join without a seam. Some seconds behind are kept, too.
final class SoundStream: Sendable {
    private struct State {
        /// Interleaved samples, of which the first has the number `first`.
        var samples: [Float] = []
        var first: Int64
        /// One past the last sample that was asked for.
        var wanted: Int64
        var isFinished = false
        var isCancelled = false
        var failure: String?
    }

    private let state: Monitor<State>
    private let channelCount: Int
    /// Samples that are rendered ahead, and kept behind.
    private let reach: Int64

    /// In seconds.
    private static let reachSeconds: Int64 = 6

    /// Begins to render.
    ///
    /// - Throws: Where the system gives no thread.
    init(_ sound: PlannedSound, pitch: PitchAlgorithm, from start: Int64) throws {
        state = Monitor(State(first: start, wanted: start))
        channelCount = sound.channelCount
        reach = Self.reachSeconds * Int64(sound.sampleRate)
        try DetachedThread.start { [self] in
            do {
                try sound.render(from: start, pitch: pitch) { block in try self.take(block) }
                state.withLock { $0.isFinished = true }
            } catch is Cancelled {
            } catch {
                let message = (error as? ExportError)?.message ?? "\(error)"
                state.withLock { state in
                    state.failure = message
                    state.isFinished = true
                }
            }
        }
    }

    /// Whether a sample is there, or soon will be.
    func reaches(_ sample: Int64) -> Bool {
        state.withQuietLock { state in
            let end = state.first + Int64(state.samples.count / channelCount)
            return state.failure == nil && sample >= state.first && sample <= max(end, state.wanted) + reach / 6
        }
    }

    /// Samples, interleaved; fewer at the end. Waits for them.
    ///
    /// - Throws: ``StudioError`` where they cannot be rendered.
    func samples(from sample: Int64, count: Int) throws(StudioError) -> [Float] {
        let end = sample + Int64(count)
        // This wakes the thread that renders.
        state.withLock { $0.wanted = max($0.wanted, end) }
        let found = state.wait(milliseconds: 30_000) { state -> Result<[Float], StudioError>? in
            if let failure = state.failure { return .failure(StudioError(.unreadable, failure)) }
            if state.isCancelled || sample < state.first {
                return .failure(StudioError(.busy, "the sound is elsewhere"))
            }
            let ready = state.first + Int64(state.samples.count / channelCount)
            guard ready >= end || state.isFinished else { return nil }
            let low = Int(min(sample, ready) - state.first) * channelCount
            let high = Int(min(end, ready) - state.first) * channelCount
            return .success(Array(state.samples[low..<max(low, high)]))
        }
        guard let found else { throw StudioError(.failed, "the sound takes too long to render") }
        return try found.get()
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    private func take(_ block: PlanarSamples) throws {
        var interleaved: [Float] = []
        interleaved.reserveCapacity(block.frameCount * channelCount)
        for index in 0..<block.frameCount {
            for channel in block.channels { interleaved.append(channel[index]) }
        }
        let isWanted = state.wait { state -> Bool? in
            if state.isCancelled { return false }
            let end = state.first + Int64(state.samples.count / channelCount)
            guard end < state.wanted + reach else { return nil }
            state.samples += interleaved
            let old = Int(state.wanted - reach - state.first)
            // In large steps: the rest is moved each time. What is wanted may be further ahead than all that is there.
            if old > Int(reach) {
                let dropped = min(state.samples.count / channelCount, old)
                state.samples.removeFirst(dropped * channelCount)
                state.first += Int64(dropped)
            }
            return true
        }
        if !isWanted { throw Cancelled() }
    }
}
