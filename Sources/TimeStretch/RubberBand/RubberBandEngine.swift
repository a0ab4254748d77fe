internal import Glibc
internal import MediaTime

/// Rubber Band steered along a map, frame by frame.
///
/// Before every frame the ratio is set so that the frame after it will stand where the map wants it. This is a closed loop:
/// an error is corrected by the next frames, so no error grows, through ramps and edits as at a constant rate. Rubber Band's
/// own ways do not achieve that: its key frames need the length beforehand and go wrong where two of them fall into one
/// block, and a plain change of ratio takes effect a window late.
final class RubberBandEngine: StretchEngine {
    /// The ratios that the library is given. The map's rates lie within 1/32 to 32; the rest is room for corrections.
    private static let timeRatios = 1.0 / 48...48.0

    /// The lowest sample rate, in hertz, at which enough of the library's windows overlap.
    private static let lowestSampleRate = 44_100

    private let map: SampleMap
    private let steering: PhaseVocoderSteering
    private var rubberBand: RubberBand
    private var warp: AttackWarp
    private let splice: AttackSplice
    private let channelCount: Int
    /// The source sample that is fed next.
    private var feedPosition: Int64
    /// The target sample that the library gives next. The next frame begins there.
    private var streamPosition: Int64
    /// The output sample that is wanted next. What the library gives before it is dropped.
    private var position: Int64
    private var input: PlanarBuffer
    private var output: PlanarBuffer
    /// Samples in `output` that were not taken yet, and the index of the first of them.
    private var ready = 0
    private var readyStart = 0

    /// An engine at the map's beginning.
    init(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning
    ) throws(TimeStretchError) {
        let start = map.firstOutput
        self.map = map
        steering = PhaseVocoderSteering(tuning: tuning.steering)
        splice = AttackSplice(map: map, sampleRate: sampleRate, tuning: tuning.splice)
        self.channelCount = channelCount
        // Processed together, the channels take a third less time. For middle and side that costs 0.2 dB of the image's
        // width at slow rates. At fast ones it would cost 0.6 dB, so there they are processed apart.
        let rubberBand = try RubberBand(
            sampleRate: sampleRate,
            channelCount: channelCount,
            channelsTogether: channelCount != 2 || map.rates.upperBound <= .normal,
            timeRatio: 1 / map.sourcePosition(at: start).rate
        )
        input = PlanarBuffer(channelCount: channelCount, capacity: 2 * rubberBand.halfWindow)
        output = PlanarBuffer(channelCount: channelCount, capacity: 2 * rubberBand.halfWindow)
        warp = try AttackWarp(
            map: map,
            steering: steering,
            sampleRate: sampleRate,
            tuning: tuning
        )
        self.rubberBand = rubberBand
        (position, feedPosition, streamPosition) = (0, 0, 0)
        restart(at: start)
    }

    /// The whole number by which a sample rate is raised before the library gets the audio. The library's hops are a fixed
    /// number of samples, while its windows become shorter with the sample rate. From 44.1 kHz on enough windows overlap.
    static func raise(sampleRate: Int) -> Int { (lowestSampleRate + sampleRate - 1) / sampleRate }

    /// How many samples the library takes at rate 1 until its phases are the source's again. It turns them back from the
    /// top of the spectrum down, with each frame of 256 samples a tenth of what is left (Guide::updateForUnity): some 50
    /// frames, 13,000 samples, and a tenth of a second for the windows.
    static func settling(sampleRate: Int) -> Int64 { 13_000 + Int64(sampleRate) / 10 }

    func restart(at start: Int64) {
        // The first frame begins so early that no frame is missing over the first sample, and half a window before that: it is from
        // frames that overlap that the library has its levels.
        let half = Int64(rubberBand.halfWindow)
        let centre = map.sourcePosition(at: start - 2 * half).whole
        rubberBand.reset()
        rubberBand.setTimeRatio(1 / map.rate(atSource: Double(centre)))
        warp.restart(at: centre)
        position = start
        feedPosition = centre - half
        streamPosition = Int64(warp.target(ofFrameAt: Double(centre)).rounded()) - half
        ready = 0
    }

    var earliestSourceNeeded: Int64 {
        min(feedPosition, warp.earliestSourceNeeded, splice.earliestSourceNeeded(at: position))
    }

    func render(_ count: Int, from source: SourceWindow, into target: inout PlanarSamples) {
        var rest = count
        while rest > 0 {
            if ready == 0 {
                guard processFrame(of: source) else { return }
                continue
            }
            let taken = min(rest, ready)
            let isStereo = channelCount == 2
            let joints = splice.joints(for: warp.attacks, in: position..<position + Int64(taken))
            unsafe target.appendEach(taken) { channel, samples in
                unsafe output.copy(channel: channel, from: readyStart, to: samples, fromMidSide: isStereo)
                for joint in joints {
                    unsafe splice.copy(joint, of: source, channel: channel, into: samples, at: position)
                }
            }
            readyStart += taken
            ready -= taken
            position += Int64(taken)
            rest -= taken
        }
    }

    /// Feeds the source for one frame and takes the output; `false` where the source does not reach far enough yet.
    private func processFrame(of source: SourceWindow) -> Bool {
        let count = rubberBand.samplesRequired
        guard source.reaches(feedPosition + Int64(count)) else { return false }
        let end = feedPosition + Int64(count)
        let centre = Double(end - Int64(rubberBand.halfWindow))
        guard warp.prepare(frameAt: centre, in: source) else { return false }
        rubberBand.setTimeRatio(timeRatio(forFrameAt: centre))

        input.fill(count, from: source, at: feedPosition, asMidSide: channelCount == 2)
        unsafe input.withPointers { unsafe rubberBand.process($0, count: count) }
        feedPosition = end

        let available = rubberBand.available
        output.reserve(available)
        let got = unsafe output.withMutablePointers { unsafe rubberBand.retrieve($0, count: available) }
        // Before the first sample that is wanted lies the beginning of the first window.
        readyStart = Int(min(max(position - streamPosition, 0), Int64(got)))
        ready = got - readyStart
        streamPosition += Int64(got)
        return true
    }

    /// The ratio that brings the frame after this one to its place.
    private func timeRatio(forFrameAt centre: Double) -> Double {
        let plain = 1 / map.rate(atSource: centre)
        let wanted = warp.target(ofFrameAt: centre)
        let error = wanted - Double(streamPosition + Int64(rubberBand.halfWindow))
        let slope = warp.target(ofFrameAt: centre + 1) - wanted
        let step = steering.hop(timeRatio: slope)
        let next = warp.target(ofFrameAt: centre + step)
        let isSteady = (next - wanted - step * plain).magnitude < 1e-6 * step * plain
        let isOnCourse = error.magnitude < steering.tolerance
        if isSteady && isOnCourse { return plain }
        let limit = steering.longestCorrection * (next - wanted)
        let correction = min(max(steering.gain * error, -limit), limit)
        let ratio = (next - wanted + correction) / step
        return min(max(ratio, Self.timeRatios.lowerBound), Self.timeRatios.upperBound)
    }
}
