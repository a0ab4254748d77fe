internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Reads packets of a track, and tells whether the frames that are played change their format.
enum FormatScan {
    /// That frames within ranges (asset time) are in another format than the track's first frame, or change it; `nil` where they do not,
    /// or do not say it. A range ends with what is decoded when it does.
    ///
    /// - Complexity: O(size of the ranges).
    static func change(
        of track: MediaTrack,
        in media: MediaDescription,
        _ ranges: [TimeRange]
    ) throws(FFmpegError) -> FormatChange? {
        guard var formats = PictureFormats(media.streams[track.index].parameters) else { return nil }
        let clock = SourceClock(track: track, origin: media.origin)
        var demuxer = try reader(of: track, in: media)
        let packet = try Packet()
        var count = 0
        while formats.found.isEmpty, count < examinedPackets, try demuxer.read(into: packet) {
            _ = formats.take(packet)
            count += 1
            packet.reset()
        }
        for range in ranges {
            let isFound =
                if media.isSeekable, let start = try? clock.ticks(at: range.start) {
                    (try? demuxer.seek(stream: track.index, to: start)) != nil
                } else {
                    false
                }
            if !isFound { demuxer = try reader(of: track, in: media) }
            while try demuxer.read(into: packet) {
                defer { packet.reset() }
                if let decoded = clock.instant(packet.dts ?? packet.pts), decoded >= range.end { break }
                _ = formats.take(packet)
            }
        }
        return FormatChange(formats.found)
    }

    private static func reader(of track: MediaTrack, in media: MediaDescription) throws(FFmpegError) -> Demuxer {
        let demuxer = try media.demuxer(analysing: !media.storesDecodingTimes)
        demuxer.select { $0 == track.index }
        return demuxer
    }

    /// A key frame comes within so many packets where it comes at all.
    private static let examinedPackets = 300
}
