import FFmpeg
import Files
import TestSupport
import Testing

@testable import Capture

/// What a recording leaves that was killed before its first frames were written.
@Suite struct LeftoverTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("left.mp4")
    }

    private func leave() throws {
        let clip = try ClipReader(Clip("mp4", frames: 2, at: .fps(120)).write(to: scratch))
        let track = Muxer.StreamDescription(parameters: clip.streams[0].parameters, timeBase: TimeBase(1, 1_000_000))
        let layout = try MovieLayout(path: path, tracks: [track])
        _ = try RecordingFile.begin(try GrowingFile.create(path: path, overwrites: false), layout: layout, metadata: [])
    }

    private func expectObstacle() {
        let error = #expect(throws: OutputFileError.self) {
            _ = try GrowingFile.create(path: path, overwrites: false, isBarren: MovieFinisher.findsNothing)
        }
        #expect(error?.code == .exists)
    }

    @Test func `A header alone is no obstacle`() throws {
        try leave()
        #expect(try ScratchDirectory.bytes(of: path).count > 1 << 18)
        do { _ = try GrowingFile.create(path: path, overwrites: false, isBarren: MovieFinisher.findsNothing) }
        #expect(try ScratchDirectory.bytes(of: path).isEmpty)
    }

    @Test func `Anything behind it is one`() throws {
        try leave()
        var bytes = try ScratchDirectory.bytes(of: path)
        // The beginning of a fragment, and one that was cut in its header.
        for rest in [[0, 0, 0, 8] + Array("moof".utf8), [0, 0, 1]] as [[UInt8]] {
            _ = try scratch.write(bytes + rest, to: "left.mp4")
            expectObstacle()
            #expect(try ScratchDirectory.bytes(of: path) == bytes + rest)
        }
        bytes.removeLast(5000)
        _ = try scratch.write(bytes, to: "left.mp4")
        expectObstacle()
    }

    @Test func `Other files are obstacles`() throws {
        let clip = try Clip("mp4", frames: 2, at: .fps(120)).write(to: scratch)
        for bytes in [try ScratchDirectory.bytes(of: clip), Array("notes".utf8)] {
            _ = try scratch.write(bytes, to: "left.mp4")
            expectObstacle()
            #expect(try ScratchDirectory.bytes(of: path) == bytes)
        }
    }
}
