import MediaSyntax
import RandomNumbers
import Testing

struct ReadAheadTests {
    /// A source of a thousand bytes that counts how often it is read.
    private final class Counter {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
        private(set) var reads = 0

        var source: ByteSource<Never> {
            ByteSource(count: UInt64(bytes.count)) { [self] position, count in
                reads += 1
                return bytes[Int(position)..<Int(position) + count]
            }
        }
    }

    @Test func `Every range has the bytes of the source`() throws {
        let counter = Counter()
        let source = counter.source.readingAhead(64)
        var random = SplitMix64(seed: 5)
        for _ in 0..<2000 {
            let start = Int.random(in: 0...1000, using: &random)
            let end = Int.random(in: start...min(1000, start + 100), using: &random)
            let bytes = source.bytes(UInt64(start)..<UInt64(end), limit: 100)
            #expect(bytes.map(Array.init) == Array(counter.bytes[start..<end]))
        }
        #expect(source.bytes(990..<1001, limit: 100) == nil)
    }

    @Test func `What lies close together is read once`() {
        let counter = Counter()
        let source = counter.source.readingAhead(64)
        _ = source.bytes(100..<112, limit: 64)
        _ = source.bytes(104..<164, limit: 64)
        #expect(counter.reads == 1)
        _ = source.bytes(104..<165, limit: 64)
        #expect(counter.reads == 2)
        // Before it, and more than is kept.
        _ = source.bytes(99..<101, limit: 64)
        _ = source.bytes(99..<199, limit: 100)
        #expect(counter.reads == 4)
        // The end of the source.
        _ = source.bytes(999..<1000, limit: 64)
        _ = source.bytes(1000..<1000, limit: 64)
        #expect(counter.reads == 5)
    }
}
