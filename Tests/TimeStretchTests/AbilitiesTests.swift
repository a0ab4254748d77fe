import FoundationEssentials
import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

/// What the algorithms say of themselves is true, and is said wherever people look for it.
@Suite struct AbilitiesTests {
    /// The rates that a test can try: the ends of a range and what lies just beyond them.
    private func rates(of algorithm: PitchAlgorithm) -> (played: [PlaybackRate], refused: [PlaybackRate]) {
        switch algorithm.abilities.rates {
        case .any:
            ([PlaybackRate(1, 1_000_000), PlaybackRate(1_000_000)], [])
        case .within(let range):
            (
                [range.lowerBound, range.upperBound, .normal],
                [
                    PlaybackRate(999 * range.lowerBound.numerator, 1000 * range.lowerBound.denominator),
                    PlaybackRate(1000 * range.upperBound.numerator + 1, 1000 * range.upperBound.denominator),
                ]
            )
        case .only(let rates):
            (
                rates,
                zip(rates, rates.dropFirst()).map { a, b in
                    PlaybackRate(a.numerator + b.numerator, a.denominator + b.denominator)
                }
            )
        }
    }

    private func isRefused(_ algorithm: PitchAlgorithm, _ map: SampleMap) -> Bool {
        do {
            _ = try TimeStretcher(algorithm, map: map, sampleRate: 48_000, channelCount: 2)
            return false
        } catch { return error.code == .rate }
    }

    @Test(arguments: PitchAlgorithm.allCases)
    func `An algorithm plays the rates that it names, and no other`(algorithm: PitchAlgorithm) {
        let (played, refused) = rates(of: algorithm)
        for rate in played {
            #expect(algorithm.plays(rate) && !isRefused(algorithm, .constant(rate)))
            #expect(algorithm.snapped(rate) == rate)
        }
        for rate in refused {
            #expect(!algorithm.plays(rate) && isRefused(algorithm, .constant(rate)))
            #expect(algorithm.obstacle(to: .constant(rate)) == .rate(algorithm, rate))
        }
    }

    @Test(arguments: PitchAlgorithm.allCases)
    func `An algorithm follows a ramp where it says so`(algorithm: PitchAlgorithm) throws {
        let ramp = RateCurve.linear(from: .normal, to: PlaybackRate(1, 2))
        let map = try SampleMap([.init(ramp, lasting: RationalTime(1, 1))], sampleRate: 48_000)
        #expect(isRefused(algorithm, map) != algorithm.abilities.playsRamps)
        #expect((algorithm.obstacle(to: ramp) == nil) == algorithm.abilities.playsRamps)
    }

    @Test(arguments: PitchAlgorithm.allCases)
    func `A tone has the pitch that its algorithm promises`(algorithm: PitchAlgorithm) throws {
        let tone = Signals.tone([440], count: 48_000, sampleRate: 48_000)
        let output = try stretch(algorithm, [tone], .constant(PlaybackRate(1, 2))).channels[0]
        let short = output[40_000..<44_800]
        guard !algorithm.abilities.isSilent else {
            let isSilent = output.allSatisfy { $0 == 0 }
            #expect(isSilent)
            return
        }
        let frequency = algorithm.abilities.keepsPitch ? 440.0 : 220
        #expect(Measures.signalToNoise(short, frequencies: [frequency], sampleRate: 48_000) > 40)
    }

    /// The article's table and headings, and a line of the README on the option, name every algorithm.
    @Test(arguments: PitchAlgorithm.allCases)
    func `The documents say of an algorithm what it says itself`(algorithm: PitchAlgorithm) throws {
        let abilities = algorithm.abilities
        let rates =
            switch abilities.rates {
            case .any: "any"
            case .within(let range): "\(range.lowerBound) to \(range.upperBound)"
            case .only(let rates): rates.map(\.description).joined(separator: ", ")
            }
        let pitch = abilities.isSilent ? "–" : abilities.keepsPitch ? "kept" : "changes with the rate"
        let row = [
            "`\(algorithm.rawValue)`", abilities.purpose, rates, abilities.playsRamps ? "yes" : "no", pitch,
            "\(abilities.relativeCost)",
        ]
        let article = try text("Sources/TimeStretch/TimeStretch.docc/Algorithms.md")
        #expect(article.contains("| \(row.joined(separator: " | ")) |\n"))
        #expect(article.contains("\n## \(algorithm.rawValue)\n"))
        let option = try text("README.md").split(separator: "\n").filter { $0.contains("`--pitch`") }
        #expect(option.contains { $0.contains("`\(algorithm.rawValue)`") })
    }

    private func text(_ path: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }
}
