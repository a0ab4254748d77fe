import FoundationEssentials
import MediaTime
import Mutations
import Sidecar
import TestSupport
import Testing

/// Whatever stands in a side file: an error, or regions in order.
@Suite(.endsIfItHangs) struct HostileSidecarTests {
    @Test(arguments: [true, false], [true, false])
    func `Damaged side files`(outerIsBinary: Bool, innerIsBinary: Bool) throws {
        let whole = try SlowMotionSidecarTests.File().bytes(
            outerIsBinary ? .binary : .xml,
            innerIsBinary ? .binary : .xml
        )
        for seed in Rounds.seeds(3000) {
            var mutation = Mutation(seed: seed)
            let data = mutation.damaged(whole, donor: whole)
            guard let sidecar = try? SlowMotionSidecar(data: data, name: "a.AAE") else { continue }
            for (region, next) in zip(sidecar.regions, sidecar.regions.dropFirst()) {
                #expect(region.end <= next.start)
            }
        }
    }

    /// Each of 80 000 arrays has 80 000 references, all of them the same bytes.
    @Test func `A binary list whose objects share their references`() throws {
        let count = 80_000
        func bytes(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
        }
        var data = Array("bplist00".utf8) + [0xAF, 0x12] + bytes(count, 4)
        for object in 0..<count { data += bytes(object, 4) }
        let table = data.count
        for _ in 0..<count { data += bytes(8, 4) }
        data += [0, 0, 0, 0, 0, 0, 4, 4] + bytes(count, 8) + bytes(0, 8) + bytes(table, 8)
        let error = #expect(throws: SidecarError.self) { _ = try SlowMotionSidecar(data: data, name: "a.AAE") }
        #expect(error?.code == .malformed)
    }

    /// Damage that leaves the outer list as it is, so that the inner one is reached.
    @Test func `Damaged marks`() throws {
        for seed in Rounds.seeds(1000) {
            var mutation = Mutation(seed: seed)
            let numbers: [Int64] = [0, 1, -1, 600, .max, .min, .max - 1, 1 << 32, Int64(mutation.below(1 << 40))]
            let scales: [Int32] = [0, 1, -1, 600, .max, .min]
            let rates = [0, -1, 0.125, 1, 1e-300, 1e300, .infinity, .nan, .leastNonzeroMagnitude]
            let file = SlowMotionSidecarTests.File(
                rate: rates[mutation.below(rates.count)],
                regions: (0...mutation.below(4)).map { _ in
                    (numbers[mutation.below(numbers.count)], numbers[mutation.below(numbers.count)])
                },
                timescale: scales[mutation.below(scales.count)],
                flags: mutation.below(32)
            )
            guard let bytes = try? file.bytes() else { continue }
            _ = try? SlowMotionSidecar(data: bytes, name: "a.AAE")
        }
    }
}
