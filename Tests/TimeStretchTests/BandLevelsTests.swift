import Testing

@testable import TimeStretch

@Suite struct BandLevelsTests {
    /// Levels of frames whose spectra have one bin of that power, in both halves.
    private func levels(_ powers: [Float], bin: Int, from frame: Int64 = 0) -> BandLevels {
        var levels = BandLevels(window: 512, hop: 128, sampleRate: 48_000)
        levels.restart(at: frame)
        for power in powers {
            var spectrum = [Float](repeating: 0, count: 513)
            (spectrum[bin], spectrum[512 - bin]) = (power / 2, power / 2)
            levels.append(spectrum)
        }
        return levels
    }

    private func level(_ levels: BandLevels, at position: Double) -> [Float] {
        var result = [Float](repeating: 0, count: levels.bandCount)
        levels.write(at: position, to: &result)
        return result
    }

    @Test(arguments: [0, 1, 5, 40, 255])
    func `A bin belongs to the band that its frequency lies in`(bin: Int) throws {
        let levels = levels(Array(repeating: 1e6, count: 20), bin: bin)
        let result = level(levels, at: 1280)
        let band = try #require(levels.ends.firstIndex { Double(bin) * 93.75 < $0 })
        for index in result.indices { #expect((result[index] > 1e5) == (index == band)) }
        #expect(bin == 0 || (result[band] - 1e6).magnitude < 10)
    }

    @Test func `Between frames the level is between theirs, wherever the first frame lies`() {
        let powers = (0..<600).map { 1e6 * Float($0 + 1) }
        for first in [0, 900] as [Int64] {
            var levels = levels(powers, bin: 20, from: first)
            let position = (Double(first) + 400.25) * 128
            #expect(((level(levels, at: position).max() ?? 0) / 401.25e6 - 1).magnitude < 1e-4)
            levels.forget(before: position)
            #expect(((level(levels, at: position).max() ?? 0) / 401.25e6 - 1).magnitude < 1e-4)
            // What was forgotten, and what is not there, is silence.
            #expect((level(levels, at: Double(first) * 128).max() ?? 1) < 1e-3)
            #expect((level(levels, at: Double(first + 700) * 128).max() ?? 1) < 1e-3)
        }
    }

    /// As where the source has ended and its tail is still played.
    @Test func `Behind the last frame there is silence, and all can be forgotten`() {
        var levels = levels(Array(repeating: 1e6, count: 300), bin: 20)
        #expect((level(levels, at: 128 * 900).max() ?? 1) < 1e-3)
        levels.forget(before: 128 * 900)
        #expect((level(levels, at: 128 * 200).max() ?? 1) < 1e-3)
    }

    @Test(arguments: [8000, 22_050, 192_000])
    func `Every band has a bin, and every bin a band`(sampleRate: Int) throws {
        let levels = BandLevels(window: 512, hop: 128, sampleRate: sampleRate)
        #expect(try #require(levels.ends.last) >= Double(sampleRate) / 2)
        #expect(zip(levels.ends, levels.ends.dropFirst()).allSatisfy { $1 - $0 > 0 })
        #expect(levels.bandCount == levels.ends.count)
    }
}
