import FoundationEssentials
import MediaTime
import TestSupport
import Testing

/// Results that are images which move.
@Suite struct MovingImageTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 60, at: .fps(60))
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        self.clip = try clip.write(to: scratch)
    }

    private func export(_ words: [String]) throws -> Command.Outcome {
        try Command(["export", clip, "-o", scratch.file("result.gif"), "--force"] + words).run()
    }

    @Test(
        arguments: [
            ([], 30, 2), (["--frame-rate", "20"], 20, 3), (["--frame-rate", "50"], 50, 0), (["--rate", "1/4"], 15, 4),
            (["--rate", "1/2"], 30, 2),
        ] as [([String], Int, Int)]
    )
    func `Every frame is at the nearest hundredth of a second`(words: [String], rate: Int, step: Int) throws {
        let outcome = try export(words + ["--verify", "decode"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("track 1 (audio, aac) is left out: gif carries no audio"))
        #expect(outcome.errors.contains("counts time in 1/100 s") == (100 % rate != 0), "\(outcome.errors)")
        let isSlower = words.contains("--frame-rate") ? false : words.isEmpty
        #expect(outcome.errors.contains("gif gets 30 frames a second, one of 2") == isSlower)
        let frames = try ClipReader(scratch.file("result.gif")).frames()
        let isSlowed = words.first == "--rate"
        #expect(frames.count == (words == ["--rate", "1/4"] ? 60 : words == ["--rate", "1/2"] ? 60 : rate))
        for (index, frame) in frames.enumerated() {
            #expect(frame.time.seconds == (Double(index) * 100 / Double(rate)).rounded() / 100)
            let number = isSlowed ? index : Int(Double(index) * 60 / Double(rate) + 1e-9)
            #expect(frame.number == Int64(number))
        }
    }

    @Test(
        arguments: [([], 0), (["--plays", "forever"], 0), (["--plays", "3"], 2), (["--plays", "1"], nil)]
            as [([String], UInt8?)]
    )
    func `The image says how often it is played`(words: [String], again: UInt8?) throws {
        #expect(try export(words).status == 0)
        let bytes = try Data(contentsOf: URL(filePath: scratch.file("result.gif")))
        let place = bytes.firstRange(of: Data("NETSCAPE2.0".utf8))
        #expect((place != nil) == (again != nil))
        if let place, let again { #expect(bytes[place.upperBound + 2] == again && bytes[place.upperBound + 3] == 0) }
    }

    @Test(
        arguments: [
            (["--frame-rate", "60"], 64, "gif shows at most 50 frames a second, not 60"),
            (["--frame-rate", "passthrough"], 69, "gif stores constant frame rates only"),
            (["--plays", "0"], 64, "it is played 'forever', or 1 to 65535 times"),
            (["--audio-codec", "aac"], 69, "gif cannot carry aac"),
            (["--video-codec", "h264"], 69, "gif cannot carry h264"),
            (["--for", "social"], 64, "social is a file of mp4 or mov, not gif"),
        ] as [([String], Int32, String)]
    )
    func `What it cannot be is refused with the reason`(words: [String], status: Int32, reason: String) throws {
        let outcome = try export(words)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test func `What is no image does not say how often it is played`() throws {
        let outcome = try Command(["export", clip, "-o", scratch.file("result.mp4"), "--plays", "2"]).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("mp4 does not say how often it is played"))
    }
}
