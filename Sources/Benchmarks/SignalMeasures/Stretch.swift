package import TimeStretch

/// Runs a whole signal through a stretcher, in blocks of odd lengths.
package func stretch(
    _ algorithm: PitchAlgorithm,
    _ channels: [[Float]],
    _ map: SampleMap,
    sampleRate: Int = 48000,
    blockLength: Int = 1537,
    tuning: StretchTuning = StretchTuning()
) throws -> PlanarSamples {
    let stretcher = try TimeStretcher(
        algorithm,
        map: map,
        sampleRate: sampleRate,
        channelCount: channels.count,
        tuning: tuning
    )
    var output = PlanarSamples(channelCount: channels.count)
    var start = 0
    while start < channels[0].count {
        let end = min(start + blockLength, channels[0].count)
        stretcher.push(PlanarSamples(channels: channels.map { Array($0[start..<end]) }))
        while let block = stretcher.pull() { output.append(block) }
        start = end
    }
    stretcher.finish()
    while let block = stretcher.pull() { output.append(block) }
    return output
}
