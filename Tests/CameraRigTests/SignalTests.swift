import TestSupport
import Testing

extension CameraRigTests {
    /// An HDMI input, and what comes in there.
    @Suite struct Signals {
        private static let boot = Task {
            try await CameraRig().run([
                RigStep(
                    "ready",
                    within: 60,
                    """
                    load_vivid
                    load_audio
                    warm overcrank
                    v4l2-ctl --device 10 --set-input=1
                    v4l2-ctl --device 10 --set-dv-bt-timings=cvt,width=640,height=360,fps=60 2>/dev/null
                    """
                ),
                RigStep(
                    "own",
                    within: 60,
                    """
                    overcrank record /dev/video10 --input 1 -o /run/own.mp4 --max-duration 1s --json --audio none
                    overcrank inspect /run/own.mp4 --json >/run/document
                    cp /run/document /mnt/out/own.json
                    """
                ),
                RigStep(
                    "changed",
                    within: 60,
                    """
                    overcrank record /dev/video10 --input 1 -o /run/changed.mp4 --json --audio none &
                    recorder=$!
                    sleep 4
                    # By way of the recorder, which keeps other programs from changing its camera.
                    overcrank controls /dev/video10 dv_timings_signal_mode=1 >&2 || kill $recorder
                    status=0
                    wait $recorder || status=$?
                    overcrank inspect /run/changed.mp4 --decode >/run/document
                    cp /run/document /mnt/out/changed.txt
                    exit $status
                    """
                ),
                RigStep(
                    "none",
                    within: 30,
                    "overcrank record /dev/video10 --input 1 -o /run/none.mp4 --audio none"
                ),
                RigStep("devices", within: 30, "overcrank devices --json"),
            ])
        }

        @Test func `Without wishes it is recorded at its own size`() async throws {
            let outcome = try await Self.boot.value("own")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let inspection = try await Self.boot.value.text(of: "own.json")
            #expect(inspection.contains(#""width" : 640"#))
            #expect(inspection.contains(#""height" : 360"#))
        }

        @Test func `Another signal ends the recording, and the file is whole`() async throws {
            let outcome = try await Self.boot.value("changed")
            #expect(outcome.status == 74)
            let reason = #""message":"cannot use /dev/video10: the signal at its input has changed""#
            #expect(outcome.errors.contains(reason))
            #expect(outcome.output.contains(#""ended":"signalChanged""#))
            #expect(try await Self.boot.value.text(of: "changed.txt").contains("damage    none found"))
        }

        @Test func `No signal is an error`() async throws {
            let outcome = try await Self.boot.value("none")
            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("error: cannot use /dev/video10: there is no signal at its input\n"))
        }

        @Test func `Microphones are listed with what they can do`() async throws {
            let outcome = try await Self.boot.value("devices")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains(#""device" : "hw:CARD=Loopback,DEV=1""#))
            #expect(outcome.output.contains("48000"))
        }
    }
}
