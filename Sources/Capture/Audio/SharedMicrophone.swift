internal import MediaTime
internal import Pipeline

/// A microphone that several recorders hear: each gets every block that comes while it listens. A sound card delivers to
/// one program once.
///
/// The listener that finds nothing to take reads for all; so no thread is needed besides theirs.
///
/// `@unchecked Sendable`: the stream is used by the one thread that has set `isBusy`.
final class SharedMicrophone: @unchecked Sendable {
    private struct Block: Sendable {
        let samples: [Float]
        let timestamp: RationalTime
    }

    private struct State {
        /// Whether a thread uses the stream.
        var isBusy = false
        /// How many threads wait to start or stop: they go first.
        var waiting = 0
        /// What each listener has not taken yet.
        var queues: [Int: [Block]] = [:]
        var failure: CaptureError?
        var newest = 0
    }

    /// Whose turn it is.
    private enum Turn {
        case take(Block)
        case read
        case fail(CaptureError)
    }

    private let stream: any AudioStream
    private let shared = Monitor(State())

    /// A microphone. The caller does not use it any more.
    init(_ stream: any AudioStream) { self.stream = stream }

    /// Whether it could not be read or started when that was tried last: it may have gone, and must be opened anew.
    var hasFailed: Bool { shared.withLock { $0.failure != nil } }

    /// Another one who hears it, from its start on. It keeps the microphone open.
    func listener() -> any AudioStream {
        let number = shared.withLock { state in
            state.newest += 1
            return state.newest
        }
        return Listener(self, number, stream)
    }

    private func start(_ listener: Int) throws(CaptureError) {
        acquire()
        defer { release() }
        if shared.withQuietLock({ $0.queues.isEmpty }) {
            do {
                try stream.start()
            } catch {
                shared.withLock { $0.failure = error }
                throw error
            }
        }
        shared.withLock { state in
            if state.queues.isEmpty { state.failure = nil }
            state.queues[listener] = []
        }
    }

    private func stop(_ listener: Int) throws(CaptureError) {
        acquire()
        defer { release() }
        let isLast = shared.withLock { $0.queues.removeValue(forKey: listener) != nil && $0.queues.isEmpty }
        if isLast { try stream.stop() }
    }

    private func nextBlock(
        for listener: Int,
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool {
        let patience = Int((try? timeout.ticks(over: 1000, rounding: .up)) ?? 0)
        let turn = shared.wait(milliseconds: patience) { state -> Turn? in
            if let first = state.queues[listener]?.first {
                state.queues[listener]?.removeFirst()
                return .take(first)
            }
            if let failure = state.failure { return .fail(failure) }
            guard !state.isBusy, state.waiting == 0 else { return nil }
            state.isBusy = true
            return .read
        }
        switch turn {
        case nil: return false
        case .fail(let error): throw error
        case .take(let block):
            body(block.samples.span, block.timestamp)
            return true
        case .read:
            guard let block = try read(for: listener, within: timeout) else { return false }
            body(block.samples.span, block.timestamp)
            return true
        }
    }

    /// Reads a block, and gives it to the others, too.
    private func read(for listener: Int, within timeout: RationalTime) throws(CaptureError) -> Block? {
        var block: Block?
        defer { release() }
        do {
            _ = try stream.nextBlock(within: timeout) { samples, timestamp in
                block = Block(samples: samples.indices.map { samples[$0] }, timestamp: timestamp)
            }
        } catch {
            shared.withLock { $0.failure = error }
            throw error
        }
        guard let block else { return nil }
        shared.withLock { state in
            for other in state.queues.keys where other != listener { state.queues[other]?.append(block) }
        }
        return block
    }

    private func acquire() {
        shared.withLock { $0.waiting += 1 }
        _ = shared.wait { state -> Bool? in
            guard !state.isBusy else { return nil }
            state.waiting -= 1
            state.isBusy = true
            return true
        }
    }

    private func release() { shared.withLock { $0.isBusy = false } }

    /// The microphone as one recorder knows it.
    private final class Listener: AudioStream {
        let name: String
        let sampleRate: Int
        let channelCount: Int
        private let microphone: SharedMicrophone
        private let number: Int

        init(_ microphone: SharedMicrophone, _ number: Int, _ stream: any AudioStream) {
            (name, sampleRate, channelCount) = (stream.name, stream.sampleRate, stream.channelCount)
            self.microphone = microphone
            self.number = number
        }

        // A recorder that is given up does not stop it.
        deinit { try? microphone.stop(number) }

        func start() throws(CaptureError) { try microphone.start(number) }

        func stop() throws(CaptureError) { try microphone.stop(number) }

        func nextBlock(
            within timeout: RationalTime,
            _ body: (borrowing Span<Float>, RationalTime) -> Void
        ) throws(CaptureError) -> Bool {
            try microphone.nextBlock(for: number, within: timeout, body)
        }
    }
}
