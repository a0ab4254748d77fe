internal import FFmpeg
internal import Glibc
package import MediaTime

/// A camera that films a ``SyntheticScene``, keeps to its times as a real one does, and does wrong what it is told to.
package final class SyntheticCamera: CaptureStream {
    /// How time goes by.
    package enum Pace: Hashable, Sendable {
        /// By the system's monotonic clock: a picture is there when it was taken.
        case live
        /// As fast as pictures are asked for; their timestamps are those of a camera that keeps time.
        case unhurried
    }

    /// What the driver calls itself.
    package static let driver = "synthetic"

    package let device = SyntheticBackend.device
    package let mode: CaptureMode

    private let pictures: SyntheticPictures
    private let frameRate: FrameRate
    private let pace: Pace
    private let firstSequence: UInt32
    private var faults: SyntheticFaults
    /// The number of the next picture of the scene, and the instant of the first one.
    private var number: Int64 = 0
    private var origin: RationalTime?

    /// As a driver that has so many buffers: who comes later than that finds the older pictures lost.
    private static let buffers: Int64 = 8
    /// Drivers count in microseconds.
    private static let clockRate: Int32 = 1_000_000

    /// A camera in a mode.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for a mode that it does not offer.
    package init(
        mode: CaptureMode,
        pace: Pace = .live,
        faults: SyntheticFaults = SyntheticFaults(),
        firstSequence: UInt32 = 0
    ) throws(CaptureError) {
        guard let rate = FrameRate(frameDuration: mode.frameDuration), rate.approximation <= Self.highestRate else {
            throw CaptureError(.unsupported, "the synthetic camera has no more than \(Int(Self.highestRate)) fps")
        }
        self.mode = mode
        self.pace = pace
        self.faults = faults
        self.firstSequence = firstSequence
        frameRate = rate
        pictures = try SyntheticPictures(mode: mode, frameRate: rate)
    }

    /// Pictures a second, at most.
    package static let highestRate: Double = 1000

    package func start() throws(CaptureError) {
        number = 0
        origin = pace == .live ? Self.now() : RationalTime(1, 1)
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
            let timestamp = try taken.converted(to: Self.clockRate, rounding: .nearest)
            if pace == .live, try !Self.wait(until: timestamp, atMost: timeout) { return false }
            try pictures.withPicture(number) { bytes in
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

    /// Pictures that the driver had no buffers for.
    private func skipLost(since origin: RationalTime) {
        guard pace == .live, let elapsed = try? Self.now() - origin,
            let current = try? frameRate.frame(at: elapsed, rounding: .down), current - number > Self.buffers
        else { return }
        number = current - Self.buffers
    }

    private static func now() -> RationalTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return RationalTime(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000, clockRate)
    }

    /// Sleeps until an instant of the monotonic clock; `false` when the time was over before.
    private static func wait(until instant: RationalTime, atMost timeout: RationalTime) throws -> Bool {
        let now = now()
        guard instant > now else { return true }
        let end = min(instant, try now + timeout)
        let ticks = try end.ticks(over: clockRate, rounding: .up)
        var time = timespec(tv_sec: Int(ticks / 1_000_000), tv_nsec: Int(ticks % 1_000_000) * 1000)
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
        return end == instant
    }
}
