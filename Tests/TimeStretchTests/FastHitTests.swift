import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct FastHitTests {
    /// The level that a hit dies away by was raised in the hit itself, by up to 12 dB.
    @Test(arguments: Bursts.Kind.allCases, [2, 3, 4, 8, 16] as [Int64]) func `Played faster, hits keep their level`(
        kind: Bursts.Kind,
        rate: Int64
    ) throws {
        let bursts = Bursts(kind, count: 12, sampleRate: 48_000, spacing: 0.7)
        let output = try stretch(.spectral, [bursts.samples], .constant(PlaybackRate(rate, 1))).channels[0]
        for position in bursts.positions {
            let place = Int(Double(position) / Double(rate))
            let given = output[(place - 24)..<(place + 240)]
            let wanted = bursts.samples[(position - 24)..<(position + 240)]
            let change: Double = Measures.level(given) - Measures.level(wanted)
            #expect(change.magnitude < 1, "\(place)")
            let peak = given.map(\.magnitude).max() ?? 0
            let wantedPeak = wanted.map(\.magnitude).max() ?? 0
            #expect(peak < 1.123 * wantedPeak, "\(place)")
        }
    }
}
