import MediaTime
import Synchronization

@testable import Capture

/// A clock that goes on only when it is told to.
final class ToldClock: Sendable {
    private let instant = Mutex(RationalTime(100, 1))

    var now: RationalTime { instant.withLock { $0 } }

    func go(to instant: RationalTime) { self.instant.withLock { $0 = max($0, instant) } }
}

/// A camera that delivers frames at some instants, by a clock of its own, and none besides. Waiting takes that clock's time and no other.
final class StallingCamera: CaptureStream {
    let device = CaptureDeviceInfo(id: "stalling", name: "Stalling", driver: "test", bus: "", node: nil)
    let mode: CaptureMode
    private let clock: ToldClock
    /// When frames are taken and come, in seconds since the camera was started.
    private let instants: [RationalTime]
    private let isDamaged: (Int) -> Bool
    private let events: [(after: RationalTime, body: () -> Void)]
    private var origin = RationalTime.zero
    private var next = 0
    private var done = 0

    /// - Parameters:
    ///   - clock: its own.
    ///   - rate: frames a second that it granted.
    ///   - instants: of the frames, in seconds since it was started.
    ///   - isDamaged: whether the frame of that number is.
    ///   - events: what happens after so many seconds, in order.
    init(
        _ clock: ToldClock,
        rate: Int32,
        at instants: [RationalTime],
        isDamaged: @escaping (Int) -> Bool = { _ in false },
        events: [(after: RationalTime, body: () -> Void)] = []
    ) {
        self.clock = clock
        self.instants = instants
        self.events = events
        self.isDamaged = isDamaged
        mode = CaptureMode(
            format: FourCharacterCode("MJPG") ?? FourCharacterCode(rawValue: 0),
            size: FrameSize(width: 320, height: 180),
            frameDuration: RationalTime(1, rate)
        )
    }

    func start() { origin = clock.now }
    func stop() {}

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        do {
            let limit = try clock.now + timeout
            let instant = next < instants.count ? try origin + instants[next] : nil
            clock.go(to: min(limit, instant ?? limit))
            while done < events.count, try origin + events[done].after <= clock.now {
                events[done].body()
                done += 1
            }
            guard let instant, instant <= limit else { return false }
            let facts = CapturedFrame(sequence: UInt32(next), timestamp: instant, isDamaged: isDamaged(next))
            next += 1
            let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
            unsafe bytes.withUnsafeBytes { unsafe body(RawSpan(_unsafeBytes: $0), facts) }
            return true
        } catch {
            throw CaptureError(.reading, "\(error)")
        }
    }
}
