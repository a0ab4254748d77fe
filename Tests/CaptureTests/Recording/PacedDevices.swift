import MediaTime
import Pipeline

@testable import Capture

/// Holds a camera and a microphone together, whatever the machine does: audio is ahead of frames by a time, or behind them.
final class DevicePace: Sendable {
    private struct State {
        /// How far frames and audio have come, in seconds.
        var frames = 0.0
        var audio = 0.0
    }

    private let lead: Double
    private let state = Monitor(State())
    /// Longer than a frame and a block together: else both would wait.
    private static let slack = 0.05
    private static let patience = 100

    /// - Parameter lead: by which audio is ahead of frames, in seconds; negative where it is behind.
    init(lead: Double) { self.lead = lead }

    /// Whether a frame is due, after a moment.
    func waitForFrame(at time: Double) -> Bool {
        state.wait(milliseconds: Self.patience) { $0.audio >= time + self.lead ? true : nil } ?? false
    }

    /// Whether audio has come to a time, after a moment, with no more frames to come.
    func waitForAudio(until time: Double) -> Bool {
        state.withLock { $0.frames = .infinity }
        return state.wait(milliseconds: Self.patience) { $0.audio >= time ? true : nil } ?? false
    }

    /// Whether a block of audio is due, after a moment.
    func waitForBlock(at time: Double) -> Bool {
        state.wait(milliseconds: Self.patience) { time <= $0.frames + self.lead + Self.slack ? true : nil } ?? false
    }

    func frameHasCome(at time: Double) { state.withLock { $0.frames = time } }

    func audioHasCome(until time: Double) { state.withLock { $0.audio = time } }
}

/// A camera that delivers some frames, each when it is due, and goes when audio has come to a time.
final class PacedCamera: CaptureStream {
    private let camera: SyntheticCamera
    private let pace: DevicePace
    private let count: Int64
    private let end: Double
    private var number: Int64 = 0

    var device: CaptureDeviceInfo { camera.device }
    var mode: CaptureMode { camera.mode }

    /// The camera goes by itself after so many frames.
    init(_ camera: SyntheticCamera, _ pace: DevicePace, count: Int64, audioUntil end: Double) {
        self.camera = camera
        self.pace = pace
        self.count = count
        self.end = end
    }

    func start() throws(CaptureError) { try camera.start() }

    func stop() throws(CaptureError) { try camera.stop() }

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        let time = Double(number) * mode.frameDuration.seconds
        guard number < count ? pace.waitForFrame(at: time) : pace.waitForAudio(until: end) else { return false }
        let hasCome = try camera.nextFrame(within: timeout, body)
        pace.frameHasCome(at: time)
        number += 1
        return hasCome
    }
}

/// A microphone that delivers each block when it is due.
final class PacedMicrophone: AudioStream {
    private let microphone: SyntheticMicrophone
    private let pace: DevicePace
    private var position = 0

    var name: String { microphone.name }
    var sampleRate: Int { microphone.sampleRate }
    var channelCount: Int { microphone.channelCount }

    init(_ microphone: SyntheticMicrophone, _ pace: DevicePace) {
        self.microphone = microphone
        self.pace = pace
    }

    func start() throws(CaptureError) { try microphone.start() }

    func stop() throws(CaptureError) { try microphone.stop() }

    func nextBlock(
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool {
        guard pace.waitForBlock(at: Double(position) / Double(sampleRate)) else { return false }
        let (before, channels) = (position, channelCount)
        var position = before
        let hasCome = try microphone.nextBlock(within: timeout) { samples, instant in
            position += samples.count / channels
            body(samples, instant)
        }
        self.position = position
        pace.audioHasCome(until: Double(position) / Double(sampleRate))
        return hasCome
    }
}
