internal import FFmpeg

/// Subtitles of a clip, which libav reads from SubRip text, or a script of SubStation Alpha.
final class SubtitleTrack: ClipTrack {
    private let scratch: ScratchDirectory
    private let demuxer: Demuxer

    private let disposition: Disposition

    init(_ text: String, _ disposition: Disposition) throws {
        scratch = try ScratchDirectory()
        demuxer = try Demuxer(path: scratch.write(Array(text.utf8), to: "subtitles.srt"))
        self.disposition = disposition
    }

    var description: Muxer.StreamDescription {
        let stream = demuxer.streams[0]
        return Muxer.StreamDescription(
            parameters: stream.parameters,
            timeBase: stream.timeBase,
            disposition: disposition
        )
    }

    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) throws {
        let packet = try Packet()
        while try demuxer.read(into: packet) { try sink(packet, demuxer.streams[0].timeBase) }
    }
}
