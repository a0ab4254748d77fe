import Capture
import MediaTime
import TestSupport
import Testing

@testable import overcrank

/// What `probe` shows of causes, and whether its remedies can be typed.
@Suite struct ProbeDiagnosisTests {
    private static let camera = CaptureDeviceInfo(id: "synthetic", name: "", driver: "", bus: "", node: nil)

    /// Every command that overcrank itself is to carry out, with what the synthetic camera has.
    @Test func `A remedy is a command line that is understood`() throws {
        let code = try #require(FourCharacterCode("MJPG"))
        let size = FrameSize(width: 640, height: 360)
        let causes: [RateCause] = [
            .exposureTooLong(exposure: RationalTime(1, 30), frameDuration: RationalTime(1, 240)),
            .automaticExposure(control: "auto_exposure", granted: 239.99, measured: 30),
            .otherFormat(code, size: size, rate: .fps(240)),
            .otherSize(code, size: size, rate: .fps(240)),
            .bandwidth(format: code, needed: 3e7, capacity: 2e7),
        ]
        for cause in causes {
            let words = Remedy(cause, of: Self.camera).command.split(separator: " ").map(String.init)
            #expect(words.prefix(3) == ["overcrank", "probe", "synthetic"])
            let outcome = try Command(words.dropFirst() + ["--no-measure"]).run()
            #expect(outcome.status == 0, "\(words): \(outcome.errors)")
        }
        let exposed = Remedy(causes[1], of: Self.camera).command
        #expect(exposed == "overcrank probe synthetic --shutter 1/240")
        let focus = RateCause.autofocus(
            control: "focus_automatic_continuous",
            jitter: 0.01,
            frameDuration: RationalTime(1, 30)
        )
        #expect(Remedy(focus, of: Self.camera).command == "overcrank controls synthetic focus_automatic_continuous=0")
    }

    @Test func `The JSON has a list of causes`() throws {
        let outcome = try Command(["probe", "synthetic", "--fps", "30", "--json"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"causes\""))
    }
}
