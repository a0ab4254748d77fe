/// One run of audio through a ``SampleMap``: push source samples, pull output samples.
///
/// Work is done when output is pulled, and source samples are freed as soon as they are used. So memory is bounded by the
/// longest block pushed, however long the run is. The length of the source need not be known beforehand.
///
/// ```swift
/// let stretcher = try TimeStretcher(.spectral, map: .constant(half), sampleRate: 48000, channelCount: 2)
/// while let block = nextBlock() {
///     stretcher.push(block)
///     while let output = stretcher.pull() { write(output) }
/// }
/// stretcher.finish()
/// while let output = stretcher.pull() { write(output) }
/// ```
public final class TimeStretcher {
    /// The sample rates that every algorithm takes, in hertz.
    public static let sampleRates = 8_000...192_000
    /// The largest number of channels that every algorithm takes.
    public static let maximumChannelCount = 64

    private let map: SampleMap
    private let engine: any StretchEngine
    private var source: SourceWindow
    /// What is behind the end of the source; `nil` for silence.
    private let continuation: SignalContinuation?
    /// The next output sample, in target samples.
    private var position: Int64

    /// A stretcher at the beginning of its run.
    ///
    /// - Parameters:
    ///   - algorithm: How the audio follows the map.
    ///   - map: Which source instant every output sample shows.
    ///   - sampleRate: Samples per second, in and out.
    ///   - channelCount: Channels, in and out.
    /// - Throws: ``TimeStretchError`` with the code `rate`, `sampleRate`, `map` for one of another sample rate, `channels` or `engine`.
    public convenience init(
        _ algorithm: PitchAlgorithm,
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int
    ) throws(TimeStretchError) {
        try self.init(
            algorithm,
            map: map,
            sampleRate: sampleRate,
            channelCount: channelCount,
            tuning: StretchTuning()
        )
    }

    /// A stretcher whose tuned numbers can be others than those chosen, so that they can be measured.
    package init(
        _ algorithm: PitchAlgorithm,
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning
    ) throws(TimeStretchError) {
        guard Self.sampleRates.contains(sampleRate) else {
            throw TimeStretchError(
                .sampleRate,
                "cannot stretch audio of \(sampleRate) Hz: only of \(Self.sampleRates.lowerBound) to "
                    + "\(Self.sampleRates.upperBound) Hz"
            )
        }
        if let own = map.sampleRate, own != sampleRate {
            throw TimeStretchError(.map, "the map counts samples of \(own) Hz, and the audio has \(sampleRate) Hz")
        }
        guard 1...Self.maximumChannelCount ~= channelCount else {
            throw TimeStretchError(
                .channels,
                "cannot stretch \(channelCount) channels: only 1 to \(Self.maximumChannelCount)"
            )
        }
        if let obstacle = algorithm.firstObstacle(in: map) { throw TimeStretchError(.rate, "\(obstacle)") }
        self.map = map
        engine = try algorithm.engine(
            map: map,
            sampleRate: sampleRate,
            channelCount: channelCount,
            tuning: tuning
        )
        let abilities = algorithm.abilities
        continuation = abilities.isSilent ? nil : SignalContinuation(sampleRate: sampleRate)
        source = SourceWindow(channelCount: channelCount, beginning: abilities.isLedIn ? continuation : nil)
        position = map.firstOutput
    }

    /// Takes the next block of the source.
    ///
    /// - Precondition: The block has as many channels as the stretcher, and ``finish()`` was not called.
    public func push(_ block: PlanarSamples) {
        precondition(!source.isComplete, "nothing is pushed after the end")
        precondition(block.channelCount == source.channelCount, "a block has as many channels as the stretcher")
        source.append(block)
    }

    /// Says that the source has ended. The rest of the output can be pulled now.
    public func finish() { source.complete(with: continuation) }

    /// The next output samples, at most `count`; `nil` where more source is needed or, after ``finish()``, at the end.
    ///
    /// All blocks together have exactly ``SampleMap/outputLength(sourceLength:)`` samples.
    public func pull(_ count: Int = 4096) -> PlanarSamples? {
        // The end of an open map moves on with every sample pushed. The output before it can be given now.
        let wanted = min(count, Int(map.outputEnd(sourceLength: source.end) - position))
        guard wanted > 0 else {
            // What is pushed after the end of a map is of no use.
            if let end = map.ownEnd, position >= end { source.discard(before: source.end) }
            return nil
        }
        var output = PlanarSamples(channelCount: source.channelCount)
        engine.render(wanted, from: source, into: &output)
        source.discard(before: engine.earliestSourceNeeded)
        position += Int64(output.frameCount)
        return output.frameCount == 0 ? nil : output
    }
}
