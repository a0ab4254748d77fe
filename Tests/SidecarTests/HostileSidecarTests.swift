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
