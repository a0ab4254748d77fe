import MediaTime
import Testing

@testable import Capture

/// Cameras that are slow, or begin slowly, are measured all the same; nobody waits for ever.
@Suite struct MeasuringTests {
    /// Measures a camera whose frames come at some instants, in seconds since it was started.
    private static func measure(
        _ instants: [Int64],
        rate: Int32
    ) throws -> (outcome: MeasuringOutcome, seconds: Double) {
        let clock = ToldClock()
        let start = clock.now
        let camera = StallingCamera(clock, rate: rate, at: instants.map { RationalTime($0, 10) })
        let patience = MeasuringPatience(interval: camera.mode.frameDuration)
        let outcome = try RateMeasurement.measuring(camera, for: RationalTime(1, 1), patience: patience) { clock.now }
        return (outcome, try (clock.now - start).seconds)
    }

    /// In tenths of a second: one a second, as granted or not; a first frame that takes four seconds.
    @Test(
        arguments: [
            ([0, 10, 20, 30], 1, 1), ([5, 15, 25, 35], 30, 1),
            ([40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52], 10, 10),
            ([20, 40, 60, 80], 1, 0.5),
        ] as [([Int64], Int32, Double)]
    )
    func `Slow cameras and slow starters have a rate`(tenths: [Int64], rate: Int32, measured: Double) throws {
        let (outcome, _) = try Self.measure(tenths, rate: rate)
        #expect(try abs(#require(outcome.measurement).rate - measured) < 1e-6)
    }

    @Test func `Without enough frames it says how many came, in which time`() throws {
        let mute = try Self.measure([], rate: 30)
        #expect(mute.outcome.measurement == nil)
        #expect(mute.outcome.complaint == "delivers no frames")
        #expect(mute.seconds == 5)
        let few = try Self.measure([10, 11, 12], rate: 30)
        #expect(few.outcome.measurement == nil)
        #expect(few.outcome.complaint == "delivered 3 frames in 3 s, too few to tell its rate")
        let one = try Self.measure([0], rate: 1)
        #expect(one.outcome.complaint == "delivered 1 frame in 6 s, too few to tell its rate")
    }

    @Test func `It ends where that is wanted, and stops the camera`() throws {
        let clock = ToldClock()
        let camera = StallingCamera(clock, rate: 30, at: [])
        let patience = MeasuringPatience(interval: camera.mode.frameDuration)
        let start = clock.now
        let error = #expect(throws: CaptureError.self) {
            _ = try RateMeasurement.measuring(camera, for: RationalTime(1, 1), patience: patience) {
                clock.now
            } isCancelled: {
                (try? clock.now - start).map { $0 >= RationalTime(1, 1) } ?? true
            }
        }
        #expect(error?.code == .cancelled)
        #expect(try clock.now - start < RationalTime(2, 1))
    }

    @Test func `It says how large images are where that is not as granted`() throws {
        let (granted, delivered) = (FrameSize(width: 640, height: 360), FrameSize(width: 320, height: 180))
        let code = try #require(FourCharacterCode("MJPG"))
        for size in [granted, delivered] {
            let mode = CaptureMode(format: code, size: size, frameDuration: RationalTime(1, 60))
            let scene = try SyntheticFrames(mode: mode, frameRate: FrameRate(60))
            let images = try (Int64(0)..<40).map { number in
                var bytes: [UInt8] = []
                try scene.withFrame(number) { span in unsafe span.withUnsafeBytes { unsafe bytes = Array($0) } }
                return bytes
            }
            let camera = ScriptedCamera(format: "MJPG", size: granted, rate: 60, frames: images)
            let patience = MeasuringPatience(interval: camera.mode.frameDuration)
            let outcome = try RateMeasurement.measuring(camera, for: RationalTime(1, 2), patience: patience)
            #expect(outcome.otherSize == (size == granted ? nil : delivered))
        }
    }
}
