internal import FFmpeg

/// Subtitles of a clip, which libav reads from SubRip text, or a script of SubStation Alpha.
final class SubtitleTrack: ClipTrack {
    private let scratch: ScratchDirectory
    private let demuxer: Demuxer

    init(_ text: String) throws {
        scratch = try ScratchDirectory()
        demuxer = try Demuxer(path: scratch.write(Array(text.utf8), to: "subtitles.srt"))
    }

    var description: Muxer.StreamDescription {
        Muxer.StreamDescription(parameters: demuxer.streams[0].parameters, timeBase: demuxer.streams[0].timeBase)
    }

    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) throws {
        let packet = try Packet()
        while try demuxer.read(into: packet) { try sink(packet, demuxer.streams[0].timeBase) }
    }
}
