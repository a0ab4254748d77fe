import MediaTime
import Testing

@testable import Capture

/// Audio that waits for frames.
@Suite struct AudioQueueTests {
    /// A queue for ten samples, and blocks of two, one each second.
    private let queue = AudioQueue(limit: 10)

    private func offer(_ seconds: Range<Int64>) {
        for second in seconds { queue.offer(AudioBlock(samples: [0, 0], timestamp: RationalTime(second, 1))) }
    }

    private func seconds(_ blocks: [AudioBlock]) -> [Double] { blocks.map(\.timestamp.seconds) }

    @Test func `Before the first frame the newest is kept`() {
        offer(0..<100)
        #expect(queue.overflow == 0)
        #expect(seconds(queue.takeAll(before: RationalTime(1000, 1))) == [95, 96, 97, 98, 99])
    }

    @Test func `From then on what there is no room for is counted`() {
        queue.advance(to: .zero)
        offer(0..<8)
        #expect(queue.overflow == 6)
        #expect(seconds(queue.takeAll(before: RationalTime(1000, 1))) == [0, 1, 2, 3, 4])
    }
}
