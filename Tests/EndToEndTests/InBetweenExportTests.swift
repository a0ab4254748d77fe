import InBetween
import MediaTime
import TestSupport
import Testing

/// Frames that the command makes are those that the library makes, at their instants.
@Suite struct InBetweenExportTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        clip = scratch.file("clip.mp4")
        try MovedClip(frameCount: 9, rate: 25) { MovedClip.Place(x: -70 * $0, y: 30 * $0) }.write(to: clip)
    }

    /// The luma between two frames.
    private func made(_ method: some InBetweenMethod, _ first: StillFrame, _ second: StillFrame, _ share: Int)
        -> [UInt16]
    {
        var method = method
        let format = PictureFormat(
            width: first.width,
            height: first.height,
            bits: 8,
            components: 1,
            horizontalShift: 0,
            verticalShift: 0
        )
        func picture(_ still: StillFrame) -> Picture {
            let bytes = still.brightness.map { UInt8($0) }
            return unsafe bytes.withUnsafeBytes { all in
                guard let start = all.baseAddress else { preconditionFailure("a frame without samples") }
                return unsafe Picture(format) { _, row in unsafe start + row * still.width }
            }
        }
        let goesOn = method.begin(picture(first), picture(second), lasting: 1, then: nil)
        #expect(goesOn)
        let samples = UnsafeMutablePointer<UInt8>.allocate(capacity: first.width * first.height)
        defer { unsafe samples.deallocate() }
        nonisolated(unsafe) let place = UnsafeMutableRawPointer(samples)
        unsafe method.make(at: share) { _, row in unsafe place + row * format.width }
        return unsafe UnsafeBufferPointer(start: samples, count: first.width * first.height).map(UInt16.init)
    }

    /// A GIF may be transparent.
    @Test func `Where no frames can be made, none are advised`() throws {
        let (gif, slow) = (scratch.file("clip.gif"), scratch.file("slow.gif"))
        #expect(try Command(["export", clip, "-o", gif]).run().status == 0)
        let words = ["export", gif, "-o", slow, "--force", "--rate=1/2", "--frame-rate=25"]
        let outcome = try Command(words).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("shown again where time passes in the clip: --in-between nearest asks for this")
        )
        #expect(try Command(words + ["--in-between=motion"]).run().status == 69)
        #expect(try !Command(words + ["--in-between=nearest"]).run().errors.contains("shown again"))
    }

    @Test(arguments: ["motion", "blend"], [(1, 4, 24), (5, 12, 18)])
    func `Each frame is made at its exact instant`(how: String, rate: (of: Int, over: Int, made: Int)) throws {
        let output = scratch.file("out.mkv")
        let words = ["--rate=\(rate.of)/\(rate.over)", "--frame-rate=25", "--in-between", how, "--video-codec=ffv1"]
        let outcome = try Command(["export", clip, "-o", output] + words).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let (before, after) = try (StillFrame.all(of: clip), StillFrame.all(of: output))
        let times = try ClipReader(output).frames().map(\.time)
        // Matroska counts milliseconds, of which a frame of 25 a second has 40.
        #expect(times == after.indices.map { RationalTime(Int64($0), 25) })
        var madeCount = 0
        for (number, frame) in after.enumerated() {
            // In frames of the clip.
            let (whole, rest) = (number * rate.of).quotientAndRemainder(dividingBy: rate.over)
            guard rest > 0, whole + 1 < before.count else {
                #expect(frame.brightness == before[min(whole, before.count - 1)].brightness, "frame \(number)")
                continue
            }
            let share = (65536 * rest + rate.over / 2) / rate.over
            let (first, second) = (before[whole], before[whole + 1])
            let expected =
                how == "motion"
                ? made(MotionMethod(), first, second, share) : made(BlendMethod(), first, second, share)
            #expect(frame.brightness == expected, "frame \(number)")
            madeCount += 1
        }
        #expect(madeCount == rate.made)
    }
}
