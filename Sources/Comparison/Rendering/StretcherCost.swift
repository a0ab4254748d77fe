internal import CMalloc
internal import Glibc
internal import TimeStretch

/// Measures what an algorithm costs, without decoding and encoding.
enum StretcherCost {
    /// How many source samples are pushed at a time while latency is measured. Latency is exact to this.
    private static let step = 64
    /// The heap is measured once in so many steps.
    private static let stepsPerLook = 16

    /// A rendering by one thread, and its processor time in seconds.
    struct Run {
        var rendering: PlanarSamples
        var processorSeconds: Double
    }

    /// Renders audio along a map.
    static func run(
        _ algorithm: PitchAlgorithm,
        _ map: SampleMap,
        _ audio: PlanarSamples,
        sampleRate: Int
    ) throws(TimeStretchError) -> Run {
        let start = threadSeconds
        let stretcher = try make(algorithm, map, audio, sampleRate)
        var rendering = PlanarSamples(channelCount: audio.channelCount)
        stretcher.push(audio)
        stretcher.finish()
        while let block = stretcher.pull() { rendering.append(block) }
        return Run(rendering: rendering, processorSeconds: threadSeconds - start)
    }

    /// How far ahead the source must be, and how much memory the stretcher holds.
    struct Footprint {
        /// The farthest that the source was ahead of the output, in source time.
        var latencySeconds: Double
        /// The most memory that the stretcher held at any time.
        var heapBytes: Int
    }

    /// Renders audio along a map in small steps. No other thread may allocate memory meanwhile.
    static func footprint(
        _ algorithm: PitchAlgorithm,
        _ map: SampleMap,
        _ audio: PlanarSamples,
        sampleRate: Int
    ) throws(TimeStretchError) -> Footprint {
        let blocks = stride(from: 0, to: audio.frameCount, by: step).map { start in
            PlanarSamples(channels: audio.channels.map { Array($0[start..<min(start + step, $0.count)]) })
        }
        let baseline = oc_malloc_in_use()
        let stretcher = try make(algorithm, map, audio, sampleRate)
        var pushed = 0
        var next = map.firstOutput
        var ahead = 0.0
        var heap = oc_malloc_in_use()
        for (index, block) in blocks.enumerated() {
            stretcher.push(block)
            pushed += block.frameCount
            let position = map.sourcePosition(at: next)
            ahead = max(ahead, Double(Int64(pushed) - position.whole) - position.fraction)
            while let output = stretcher.pull() { next += Int64(output.frameCount) }
            if index % stepsPerLook == 0 { heap = max(heap, oc_malloc_in_use()) }
        }
        return Footprint(
            latencySeconds: ahead / Double(sampleRate),
            heapBytes: Int(heap) - Int(min(baseline, heap))
        )
    }

    private static func make(
        _ algorithm: PitchAlgorithm,
        _ map: SampleMap,
        _ audio: PlanarSamples,
        _ sampleRate: Int
    ) throws(TimeStretchError) -> TimeStretcher {
        try TimeStretcher(
            algorithm,
            map: map,
            sampleRate: sampleRate,
            channelCount: audio.channelCount
        )
    }

    private static var threadSeconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
