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

    @Test(arguments: [(apart: 10, reads: 10), (apart: 15, reads: 10), (apart: 100, reads: 10)])
    func `More is read at a time where what is wanted lies close together`(apart: Int, reads: Int) {
        let counter = Counter()
        let source = counter.source.readingAhead(8, growingTo: 128)
        for start in stride(from: 0, to: 1000, by: apart) {
            let bytes = source.bytes(UInt64(start)..<UInt64(start) + 4, limit: 8)
            #expect(bytes.map(Array.init) == Array(counter.bytes[start..<start + 4]))
        }
        #expect(counter.reads == reads)
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
