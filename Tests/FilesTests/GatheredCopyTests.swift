import Glibc
import RandomNumbers
import TestSupport
import Testing

@testable import Files

/// Short parts of files get to another file together.
@Suite struct GatheredCopyTests {
    private typealias Part = GatheredCopy.Part

    private static let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B9 >> 13) }

    private static let reversed = Array(bytes.reversed())

    /// What is in the target after copying, behind a byte that was there; `nil` where it cannot be read.
    private static func copied(
        _ parts: [GatheredCopy.Part],
        _ memory: [UInt8] = [],
        to target: String
    ) throws -> [UInt8]? {
        let to = unsafe open(target, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(to) }
        try #require(to >= 0)
        var gathered = GatheredCopy()
        // The second time there is memory of the first.
        for _ in 0..<2 where try !gathered.copy(parts, memory, to: to, at: 1) { return nil }
        return Array(try ScratchDirectory.bytes(of: target).dropFirst())
    }

    private static func opened(_ path: String) throws -> Int32 {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        return file
    }

    @Test(arguments: 0..<20) func `All parts come in their order, wherever they are`(seed: UInt64) throws {
        let scratch = try ScratchDirectory()
        let files = try (0..<2).map { number in
            try Self.opened(scratch.write(number == 0 ? Self.bytes : Self.reversed, to: "source\(number)"))
        }
        defer { for file in files { close(file) } }
        var random = SplitMix64(seed: seed)
        // Most parts lie side by side, more of them than the system takes at once, and some are copied twice.
        let near = seed % 2 == 0
        let parts = (0..<3000).map { index in
            let count = Int.random(in: 0...200, using: &random)
            let place =
                near
                ? index * 100 + Int.random(in: -300...300, using: &random) : Int.random(in: 0..<599_000, using: &random)
            let source = Int.random(in: 0..<10, using: &random)
            return Part(file: source > 1 ? files[source % 2] : nil, offset: min(599_000, max(0, place)), count: count)
        }
        let memory = Self.bytes.map { ~$0 }
        var expected: [UInt8] = []
        for part in parts {
            let source = part.file.map { $0 == files[0] ? Self.bytes : Self.reversed } ?? memory
            expected += source[part.offset..<part.offset + part.count]
        }
        #expect(try Self.copied(parts, memory, to: scratch.file("target")) == expected)
    }

    @Test func `Two tracks in another order are read at once, and what lies between them with them`() {
        let (video, audio) = ((0..<20).map { 1000 * $0 }, (0..<20).map { 1000 * $0 + 700 })
        var parts: [GatheredCopy.Part] = []
        // Two frames, and then two packets of audio.
        for index in stride(from: 0, to: 20, by: 2) {
            parts += [video[index], video[index + 1]].map { Part(file: 3, offset: $0, count: 600) }
            parts += [audio[index], audio[index + 1]].map { Part(file: 3, offset: $0, count: 300) }
            parts.append(Part(file: nil, offset: 0, count: 7))
        }
        let readings = GatheredCopy.readings(of: parts)
        #expect(readings.count == 1)
        #expect(readings.first?.offset == 0 && readings.first?.end == 20_000)
        #expect(readings.first?.pieces.reduce(0) { $0 + ($1.place == nil ? $1.count : 0) } == 20 * 100)
    }

    @Test func `What is far away is not read with the rest`() {
        let parts = [Part(file: 3, offset: 0, count: 10), Part(file: 3, offset: 11 + GatheredCopy.gap, count: 10)]
        #expect(GatheredCopy.readings(of: parts).map(\.offset) == parts.map(\.offset))
    }

    @Test func `Of a file that ends before, nothing is written`() throws {
        let scratch = try ScratchDirectory()
        let file = try Self.opened(scratch.write(Self.bytes, to: "source"))
        defer { close(file) }
        let target = scratch.file("target")
        let parts = [Part(file: file, offset: 0, count: 10), Part(file: file, offset: 599_999, count: 2)]
        #expect(try Self.copied(parts, to: target) == nil)
        #expect(try ScratchDirectory.bytes(of: target).isEmpty)
    }
}
