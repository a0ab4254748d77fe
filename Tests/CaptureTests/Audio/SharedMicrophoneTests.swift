import MediaTime
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// One microphone for several recorders.
@Suite(.endsIfItHangs) struct SharedMicrophoneTests {
    /// A microphone that delivers numbered blocks, and counts how often it was started and stopped.
    private final class Counter: AudioStream {
        let name = "Counter"
        let sampleRate = 1000
        let channelCount = 1
        private(set) var starts = 0
        private(set) var stops = 0
        private var number = 0
        var failsAfter = Int.max

        func start() { starts += 1 }
        func stop() { stops += 1 }

        func nextBlock(
            within timeout: RationalTime,
            _ body: (borrowing Span<Float>, RationalTime) -> Void
        ) throws(CaptureError) -> Bool {
            guard number < failsAfter else { throw CaptureError(.unplugged, "it has gone") }
            number += 1
            let samples = [Float(number)]
            body(samples.span, RationalTime(Int64(number), 1000))
            return true
        }
    }

    private func next(_ stream: any AudioStream) throws -> Float? {
        var sample: Float?
        _ = try stream.nextBlock(within: RationalTime(1, 10)) { block, _ in sample = block[0] }
        return sample
    }

    @Test func `Each hears every block from its own start on`() throws {
        let counter = Counter()
        let microphone = SharedMicrophone(counter)
        let (first, second) = (microphone.listener(), microphone.listener())
        try first.start()
        #expect(try [next(first), next(first)] == [1, 2])
        try second.start()
        #expect(try [next(second), next(second), next(first)] == [3, 4, 3])
        #expect(try [next(first), next(first), next(second)] == [4, 5, 5])
        #expect(counter.starts == 1)
        try second.stop()
        #expect(counter.stops == 0)
        #expect(try next(first) == 6)
        try first.stop()
        #expect(counter.stops == 1)
        // Another recording begins.
        try first.start()
        #expect(counter.starts == 2)
        #expect(try next(first) == 7)
    }

    @Test func `When it goes, all are told`() throws {
        let counter = Counter()
        counter.failsAfter = 1
        let microphone = SharedMicrophone(counter)
        let (first, second) = (microphone.listener(), microphone.listener())
        try first.start()
        try second.start()
        #expect(try next(first) == 1)
        #expect(throws: CaptureError.self) { try next(first) }
        #expect(try next(second) == 1)
        #expect(throws: CaptureError.self) { try next(second) }
    }

    /// A camera may come back while the other one goes on without the microphone.
    @Test func `One that has failed is opened anew`() throws {
        let group = RecorderGroup(count: 2)
        var opened: [Counter] = []
        func listener(_ camera: Int) throws -> any AudioStream {
            try group.member(camera).microphone("card") { _ in
                opened.append(Counter())
                return opened[opened.count - 1]
            }
        }
        let (first, second) = (try listener(1), try listener(2))
        #expect(opened.count == 1)
        opened[0].failsAfter = 1
        try first.start()
        try second.start()
        #expect(try next(first) == 1)
        #expect(throws: CaptureError.self) { try next(first) }
        let third = try listener(1)
        #expect(opened.count == 2)
        try third.start()
        #expect(try next(third) == 1)
        withExtendedLifetime(second) {}
    }

    @Test func `Who is given up without an end does not keep it going`() throws {
        let counter = Counter()
        let microphone = SharedMicrophone(counter)
        do {
            let listener = microphone.listener()
            try listener.start()
            #expect(counter.starts == 1)
        }
        #expect(counter.stops == 1)
    }
}
