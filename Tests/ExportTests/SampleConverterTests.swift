import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

@testable import Export

@Suite struct SampleConverterTests {
    /// As in a broadcast that goes from stereo to mono, and to another rate.
    @Test func `Audio may change its kind on the way, and change back, and no sample is lost`() throws {
        var converter = SampleConverter(
            toSampleRate: 48_000,
            ChannelLayout(channelCount: 2),
            timeBase: TimeBase(1, 90_000)
        )
        var (taken, given) = (0, 0)
        for (rate, channels) in [(48_000, 2), (44_100, 1), (48_000, 1), (44_100, 1), (32_000, 2), (48_000, 2)] {
            let levels = Array(repeating: Float(0.25), count: channels)
            let samples = try converter.samples(of: frame(levels, ChannelLayout(channelCount: channels), rate, 4410))
            #expect(samples.channels.count == 2)
            taken += 4410 * 48_000 / rate
            given += samples.frameCount
            // What a resampler keeps for the next frame is less than 2 ms.
            #expect((taken - 96...taken + 3).contains(given), "\(rate) \(channels)")
        }
        #expect(try converter.finish().frameCount == 0)
        #expect(abs(taken - given) <= 3)
    }

    @Test func `Behind a seek there is nothing of what was before it`() throws {
        let stereo = ChannelLayout(channelCount: 2)
        var converter = SampleConverter(toSampleRate: 48_000, stereo, timeBase: TimeBase(1, 48_000))
        _ = try converter.samples(of: frame([0.5, 0.5], stereo, 96_000, 4800))
        converter.reset()
        let samples = try converter.samples(of: frame([0, 0], stereo, 96_000, 4800))
        #expect(samples.channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
        let rest = try converter.finish()
        #expect(samples.frameCount + rest.frameCount == 2400)
    }

    /// What becomes of channels, each of one level.
    struct Conversion: Sendable {
        let from: String
        let levels: [Double]
        let to: String
        let result: [Double]
    }

    /// Mono is heard from a pair as loud as it is, and a pair from mono as loud as what both have.
    static let conversions = [
        Conversion(from: "mono", levels: [0.5], to: "stereo", result: [0.5, 0.5]),
        Conversion(from: "mono", levels: [0.5], to: "quad", result: [0.5, 0.5, 0, 0]),
        Conversion(from: "mono", levels: [0.5], to: "5.1", result: [0, 0, 0.5, 0, 0, 0]),
        Conversion(from: "1 channels (FL)", levels: [0.5], to: "mono", result: [0.5]),
        Conversion(from: "stereo", levels: [0.75, 0.75], to: "mono", result: [0.75]),
        Conversion(from: "stereo", levels: [0.5, 0], to: "mono", result: [0.25]),
        Conversion(from: "stereo", levels: [0.5, 0.25], to: "5.1", result: [0.5, 0.25, 0, 0, 0, 0]),
        Conversion(from: "downmix", levels: [0.5, 0.25], to: "stereo", result: [0.5, 0.25]),
        Conversion(from: "quad", levels: [0.1, 0.2, 0.3, 0.4], to: "quad(side)", result: [0.1, 0.2, 0.3, 0.4]),
        Conversion(
            from: "5.1(side)",
            levels: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
            to: "5.1",
            result: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
        ),
        // The back's channel of 4.0 becomes both of quad.
        Conversion(from: "4.0", levels: [0.1, 0.2, 0, 0.4], to: "quad", result: [0.1, 0.2, 0.282843, 0.282843]),
    ]

    @Test(arguments: conversions, ["fltp", "s32"])
    func `Each loudspeaker has what belongs to it`(conversion: Conversion, format: String) throws {
        let source = ChannelLayout(channelCount: conversion.levels.count, name: conversion.from)
        let target = ChannelLayout(channelCount: conversion.result.count, name: conversion.to)
        var converter = SampleConverter(toSampleRate: 48_000, target, timeBase: TimeBase(1, 48_000))
        let formatter = try FilterGraph(
            "aformat=sample_fmts=\(format)",
            input: .audio(
                sampleRate: 48_000,
                sampleFormat: "fltp",
                channelLayout: source,
                timeBase: TimeBase(1, 48_000)
            )
        )
        guard let input = try formatter.apply(to: frame(conversion.levels.map(Float.init), source, 48_000, 480)) else {
            return #expect(Bool(false), "there is no frame")
        }
        let channels = try converter.samples(of: input).channels
        #expect(channels.map(\.count) == conversion.result.map { _ in 480 })
        for (channel, level) in zip(channels, conversion.result) {
            #expect(channel.allSatisfy { abs(Double($0) - level) < 0.00001 }, "\(channels.map { $0[0] })")
        }
    }

    /// Channels that each have one level.
    private func frame(_ levels: [Float], _ layout: ChannelLayout, _ rate: Int, _ count: Int) throws -> Frame {
        try Frame.audio(
            PlanarSamples(channels: levels.map { Array(repeating: $0, count: count) }),
            as: .planarFloat,
            sampleRate: rate,
            channelLayout: layout
        )
    }
}
