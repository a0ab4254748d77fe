import Export
import MediaTime
import TestSupport
import Testing

/// Frames of audio that are shorter than the clock of their container can tell.
@Suite struct ShortAudioFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// TrueHD has forty samples to a frame, and Matroska counts milliseconds.
    @Test(arguments: [1117, 1333, 2001] as [Int64]) func `A part of TrueHD begins with its sample`(start: Int64) throws
    {
        let source = try Clip("wav", audio: Clip.Audio(samples: 144_000)).write(to: scratch)
        let path = scratch.file("short.mkv")
        let command = ["ffmpeg", "-v", "error", "-nostdin", "-i", source, "-strict", "-2", "-c:a", "truehd", path]
        let outcome = try RunningCommand(command).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(start, 1000), end: RationalTime(2503, 1000))
        let result = scratch.file("part.wav")
        try retime.run(path, to: result)
        let expected = try ClipReader(path).audio(ofStream: 0).channels[0][(Int(start) * 48)..<(2503 * 48)]
        #expect(try ClipReader(result).audio(ofStream: 0).channels[0] == Array(expected))
    }
}
