package import MediaTime
internal import RandomNumbers
internal import SceneRendering

/// A microphone in a ``SyntheticScene``, on a clock of its own that may go wrong.
package final class SyntheticMicrophone: AudioStream {
    package let name = "Synthetic microphone"
    package let sampleRate: Int
    package let channelCount: Int
    private let scene: SyntheticScene
    private let pace: SyntheticCamera.Pace
    private let drift: Double
    private let jitter: Double
    private var random: SplitMix64
    private var origin: RationalTime?
    private var position: Int64 = 0

    /// Samples of a block: a usual period of a sound card.
    private static let blockLength = 480

    /// - Parameters:
    ///   - frameRate: of the camera beside it, whose scene it hears.
    ///   - pace: how time goes by.
    ///   - drift: how much faster than stated its clock goes, in millionths.
    ///   - jitter: how late the system notices a block, at most, in seconds.
    ///   - seed: decides the jitter.
    package init(
        frameRate: FrameRate,
        pace: SyntheticCamera.Pace = .live,
        drift: Double = 0,
        jitter: Double = 0,
        seed: UInt64 = 0
    ) {
        scene = SyntheticScene(width: 320, height: 180, frameRate: frameRate)
        sampleRate = scene.sampleRate
        channelCount = scene.channels
        self.pace = pace
        self.drift = drift
        self.jitter = jitter
        random = SplitMix64(seed: seed)
    }

    package func start() throws(CaptureError) {
        position = 0
        origin = pace == .live ? MonotonicClock.now() : SyntheticCamera.unhurriedStart
    }

    package func stop() throws(CaptureError) { origin = nil }

    package func nextBlock(
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool {
        guard let origin else { throw CaptureError(.misuse, "a microphone delivers after it was started") }
        // By a clock that is fast, a second's samples are there before the second is over.
        let trueRate = Double(sampleRate) * (1 + drift / 1_000_000)
        let taken = Double(position) / trueRate
        let ready = Double(position + Int64(Self.blockLength)) / trueRate
        do {
            if pace == .live, try !MonotonicClock.wait(until: origin + Self.time(ready), atMost: timeout) {
                return false
            }
            let samples = samples(at: taken, rate: trueRate)
            let lateness = jitter * Double(random.next() % 1000) / 1000
            body(samples.span, try origin + Self.time(taken + lateness))
        } catch {
            throw CaptureError(.reading, "the synthetic microphone failed: \(error)")
        }
        position += Int64(Self.blockLength)
        return true
    }

    /// What the scene sounds like at the instants at which this clock takes samples.
    private func samples(at start: Double, rate: Double) -> [Float] {
        var samples = [Float](repeating: 0, count: Self.blockLength * channelCount)
        // The scene's own samples around the block, between which there is nothing worth interpolating: clicks last long.
        let first = Int64(start * Double(sampleRate))
        let count = Int64(Self.blockLength) + 2
        let scenes = scene.samples(in: first..<first + count)
        for index in 0..<Self.blockLength {
            let place = (start + Double(index) / rate) * Double(sampleRate) - Double(first)
            let nearest = min(Int(count) - 1, max(0, Int(place.rounded())))
            for channel in 0..<channelCount { samples[index * channelCount + channel] = scenes[channel][nearest] }
        }
        return samples
    }

    private static func time(_ seconds: Double) -> RationalTime {
        RationalTime(Int64((seconds * 1_000_000_000).rounded()), 1_000_000_000)
    }
}
