import Glibc
import MediaTime
import TimeStretch

@testable import Comparison

/// The program of the tests: at a low rate, so that debug builds are quick.
enum Example {
    static let program = TestProgram(sampleRate: 8000)
    static let unity = SampleMap.constant(.normal)

    /// The program with its middle and side changed.
    static func altered(_ change: (inout [Float], inout [Float]) -> Void) -> PlanarSamples {
        let (left, right) = (program.samples.channels[0], program.samples.channels[1])
        var mid = zip(left, right).map { ($0 + $1) / 2 }
        var side = zip(left, right).map { ($0 - $1) / 2 }
        change(&mid, &side)
        return PlanarSamples(channels: [zip(mid, side).map { $0 + $1 }, zip(mid, side).map { $0 - $1 }])
    }

    static func measure(_ rendering: PlanarSamples) throws -> Measurements {
        try program.measure(rendering: rendering, through: unity)
    }
}

extension TestProgram {
    /// What an algorithm makes of the program.
    func rendered(_ algorithm: PitchAlgorithm, through map: SampleMap) throws -> PlanarSamples {
        let stretcher = try TimeStretcher(algorithm, map: map, sampleRate: sampleRate, channelCount: 2)
        var output = PlanarSamples(channelCount: 2)
        stretcher.push(samples)
        stretcher.finish()
        while let block = stretcher.pull() { output.append(block) }
        return output
    }

    /// What a perfect algorithm that keeps the pitch makes of the program: events as they are at their new places,
    /// tones that last longer or shorter, and noise as loud and wide as it was.
    func ideal(at rate: PlaybackRate) -> PlanarSamples {
        let slowness = 1 / rate.approximation
        let count = Int(SampleMap.constant(rate).outputLength(sourceLength: Int64(frameCount)))
        var channels = [[Float]](repeating: [Float](repeating: 0, count: count), count: 2)
        func place(_ source: Int) -> Int { min(Int((Double(source) * slowness).rounded()), count) }
        // Played round and round, noise goes on as it was.
        func loop(_ source: Range<Int>, over target: Range<Int>) {
            for index in target {
                let played = source.lowerBound + (index - target.lowerBound) % source.count
                for channel in channels.indices { channels[channel][index] = samples.channels[channel][played] }
            }
        }
        func target(_ source: Range<Int>) -> Range<Int> { place(source.lowerBound)..<place(source.upperBound) }
        let floor = sections[0].range.upperBound..<sections[1].range.lowerBound
        loop(floor, over: 0..<count)

        let attackRange = range(of: .attacks)
        loop(attackRange.lowerBound..<attacks[0], over: target(attackRange))
        for event in [earlyHit] + bursts + attacks + softHits {
            let length = min(Int(0.03 * Double(sampleRate)), Int(0.03 * slowness * Double(sampleRate)))
            for offset in 0..<length {
                for channel in 0..<2 {
                    channels[channel][place(event) + offset] = samples.channels[channel][event + offset]
                }
            }
        }
        for tone in TestTone.all {
            for index in target(range(of: tone.name.section)) {
                let value = Float(tone.value(at: 2 * .pi * tone.fundamental * Double(index) / Double(sampleRate)))
                for channel in channels.indices { channels[channel][index] += value }
            }
        }
        let chord = range(of: .chord)
        let rate = Double(sampleRate)
        for index in target(chord) {
            let age = (Double(index) / slowness - Double(chord.lowerBound)) / rate
            let value = TestChord.usual.value(struck: age, sounding: Double(index - place(chord.lowerBound)) / rate)
            channels[0][index] += Float(value.left)
            channels[1][index] += Float(value.right)
        }
        var phase = 0.0
        let vibrato = range(of: .vibrato)
        for index in target(vibrato) {
            let age = (Double(index) / slowness - Double(vibrato.lowerBound)) / rate
            phase += 2 * .pi * VibratoTone.usual.frequency(at: age) / rate
            for channel in channels.indices { channels[channel][index] += Float(VibratoTone.amplitude * sin(phase)) }
        }
        loop(MappedRendering.steadyPart(of: range(of: .noise), sampleRate: sampleRate), over: target(range(of: .noise)))
        return PlanarSamples(channels: channels)
    }
}
