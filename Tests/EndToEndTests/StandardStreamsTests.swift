import TestSupport
import Testing

/// Whoever starts the command may have closed descriptors 0, 1 and 2: no file of ours gets their numbers.
@Suite struct StandardStreamsTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        clip = try Clip("mp4", frames: 48, at: .fps(120)).write(to: scratch)
    }

    @Test(arguments: ["mkv", "mp4"])
    func `What is for people is not written into the output`(ending: String) throws {
        let (output, expected) = (scratch.file("closed.\(ending)"), scratch.file("open.\(ending)"))
        func words(_ path: String) -> [String] {
            ["export", clip, "-o", path, "--rate", "1/2", "--video-codec", "h264", "--progress-lines"]
        }
        #expect(try Command(within: #"exec "$@" 0<&- 2>&-"#, words(output)).run().status == 0)
        #expect(try Command(words(expected)).run().status == 0)
        #expect(try ClipReader(output).packets[0].map(\.payload) == ClipReader(expected).packets[0].map(\.payload))
        #expect(try ClipReader(output).frames().map(\.number) == Array(0..<48))
    }

    @Test func `A document that nobody can get is an error`() throws {
        let outcome = try Command(within: #"exec "$@" >&-"#, ["inspect", clip, "--json"]).run()
        #expect(outcome.status == 74)
        #expect(outcome.errors.contains("standard output"))
    }
}
