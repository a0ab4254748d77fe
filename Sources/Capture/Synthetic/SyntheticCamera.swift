package import MediaTime

/// A camera that films a synthetic scene. It delivers frames at their times, as a real camera does, and makes the faults
/// that it is told to make.
package final class SyntheticCamera: CaptureStream {
    /// How time goes by.
    package enum Pace: Hashable, Sendable {
        /// By the system's monotonic clock: a frame is there when it was taken.
        case live
        /// Frames come as fast as they are asked for. Their timestamps are as regular as those of a real camera.
        case unhurried
    }

    /// What the driver calls itself.
    package static let driver = "synthetic"

    package let device = SyntheticBackend.device
    package let mode: CaptureMode

    private let frames: SyntheticFrames
    private let frameRate: FrameRate
    private let pace: Pace
    private let firstSequence: UInt32
    private let controls: SyntheticControls?
    private var faults: SyntheticFaults
    /// The number of the next frame of the scene, and the instant of the first one.
    private var number: Int64 = 0
    private var origin: RationalTime?

    /// The instant of the first frame, and of the first sample, for ``Pace/unhurried``.
    static let unhurriedStart = RationalTime(1, 1)
    /// The number of buffers of the simulated driver. Frames that are older than that are lost.
    private static let buffers: Int64 = 8

    /// A camera in a mode, at which nothing is set.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for a mode that it does not offer.
    package convenience init(
        mode: CaptureMode,
        pace: Pace = .live,
        faults: SyntheticFaults = SyntheticFaults(),
        firstSequence: UInt32 = 0
    ) throws(CaptureError) {
        try self.init(mode: mode, pace: pace, faults: faults, firstSequence: firstSequence, controls: nil)
    }

    /// A camera in a mode, with what is set at it.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for a mode that it does not offer.
    init(
        mode: CaptureMode,
        pace: Pace = .live,
        faults: SyntheticFaults = SyntheticFaults(),
        firstSequence: UInt32 = 0,
        controls: SyntheticControls?
    ) throws(CaptureError) {
        guard let rate = FrameRate(frameDuration: mode.frameDuration), rate.approximation <= Self.highestRate else {
            throw CaptureError(.unsupported, "the synthetic camera has no more than \(Int(Self.highestRate)) fps")
        }
        frames = try SyntheticFrames(mode: mode, frameRate: rate)
        self.mode = mode.coloured(frames.colour)
        self.pace = pace
        self.faults = faults
        self.firstSequence = firstSequence
        self.controls = controls
        frameRate = rate
    }

    /// Frames a second, at most.
    package static let highestRate: Double = 1000

    package func start() throws(CaptureError) {
        number = 0
        origin = pace == .live ? MonotonicClock.now() : Self.unhurriedStart
    }

    package func stop() throws(CaptureError) { origin = nil }

    package func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        guard let origin else { throw CaptureError(.misuse, "a camera delivers after it was started") }
        do {
            skipLost(since: origin)
            var effect = faults.effect(on: number)
            while effect.isDropped {
                number += 1
                effect = faults.effect(on: number)
            }
            if effect.isUnplugged { throw CaptureError(.unplugged, "the synthetic camera was unplugged") }
            let taken = try origin + frameRate.time(ofFrame: number) + effect.delay
            let timestamp = try taken.converted(to: MonotonicClock.rate, rounding: .nearest)
            if pace == .live, try !MonotonicClock.wait(until: timestamp, atMost: timeout) { return false }
            let isKey = controls?.takeKeyWish() ?? false
            try frames.withFrame(number, brightness: controls?.brightness ?? 1, isKey: isKey) { bytes in
                let sequence = firstSequence &+ UInt32(truncatingIfNeeded: number - effect.numberBehind)
                body(bytes, CapturedFrame(sequence: sequence, timestamp: timestamp, isDamaged: effect.isDamaged))
            }
            number += 1
            return true
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.reading, "the synthetic camera failed: \(error)")
        }
    }

    /// Frames that the driver had no buffers for.
    private func skipLost(since origin: RationalTime) {
        guard pace == .live, let elapsed = try? MonotonicClock.now() - origin,
            let current = try? frameRate.frame(at: elapsed, rounding: .down), current - number > Self.buffers
        else { return }
        number = current - Self.buffers
    }
}
