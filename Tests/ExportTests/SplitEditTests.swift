import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Edit lists that split one part of a track in several, as programs leave them that cut clips and join them again.
@Suite struct SplitEditTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Sixty frames at 30 a second, and audio, of which an edit list plays so many frames from a frame on, in parts of so many.
    private func clip(from first: Int, parts: [Int], bFrames: Int, name: String) throws -> String {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.frames?.bFrames = bFrames
        clip.frames?.keyInterval = 20
        clip.audioTracks = [Clip.Audio("aac", samples: 96_000)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let streams = try ClipReader(scratch.file("clip.mp4")).streams
        let movie = Double(try MovieFile.timescale(of: bytes))
        for (track, stream) in streams.enumerated() {
            let unit = Double(stream.timeBase.denominator)
            // Reordered frames are presented two frames later than they are decoded, and AAC is heard a packet later.
            let lead = track == 1 ? 1024 : bFrames > 0 ? unit * 2 / 30 : 0
            var frame = first
            var edits: [(duration: UInt32, mediaTime: Int32, rate: UInt32)] = []
            for length in parts {
                let start = Int32((Double(frame) * unit / 30 + lead).rounded())
                edits.append((UInt32((Double(length) * movie / 30).rounded()), start, 1 << 16))
                frame += length
            }
            try MovieFile.setEdits(of: &bytes, track: track, to: edits)
        }
        return try scratch.write(bytes, to: name)
    }

    @Test(arguments: [0, 2], [0, 25]) func `Parts that follow one another are one`(bFrames: Int, first: Int) throws {
        let whole = try clip(from: first, parts: [35], bFrames: bFrames, name: "whole.mp4")
        // Some of these are no whole number of the movie's ticks.
        let split = try clip(from: first, parts: [1, 10, 13, 11], bFrames: bFrames, name: "split.mp4")
        let (one, other) = (try MediaInspection(ofFile: whole), try MediaInspection(ofFile: split))
        #expect(other.media.tracks.allSatisfy { $0.obstacle == nil })
        #expect(other.timings == one.timings && other.duration == one.duration)
        #expect(other.media.tracks.map(\.range) == one.media.tracks.map(\.range))
        let retimes = [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(30))]
        for (number, retime) in retimes.enumerated() {
            let results = (scratch.file("one\(number).mp4"), scratch.file("other\(number).mp4"))
            let (made, again) = (try retime.run(whole, to: results.0), try retime.run(split, to: results.1))
            #expect(again.frames == made.frames && again.duration == made.duration)
            let readers = try (ClipReader(results.0), ClipReader(results.1))
            #expect(try readers.1.frames().map(\.number) == readers.0.frames().map(\.number))
            #expect(try readers.1.frames().map(\.time) == readers.0.frames().map(\.time))
            #expect(try readers.1.frames().first?.number == Int64(first))
            let sounds = try (readers.0.audio(ofStream: 1), readers.1.audio(ofStream: 1))
            #expect(sounds.0.channels == sounds.1.channels)
        }
    }

    /// Of most of them libavformat gives no packet.
    @Test(arguments: [0, 2]) func `Every frame that a list leaves out is counted`(bFrames: Int) throws {
        let path = try clip(from: 27, parts: [9], bFrames: bFrames, name: "part.mp4")
        let timing = try #require(MediaInspection(ofFile: path).timings[0])
        #expect(timing.count == 9 && timing.hidden == 51)
    }
}
