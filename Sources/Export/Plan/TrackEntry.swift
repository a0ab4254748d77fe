internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// What a track, or a part of it, begins with, read from the first packet there.
enum TrackEntry {
    /// Whether a decoder forgets all frames before the first one of a track, as that one says. One with which decoding can only begin leaves
    /// those in place, and what their numbers say of order: behind another clip, frames would be lost or come too late. `true` of codecs
    /// whose packets are not read, and where none can be read: whoever copies it finds the same.
    static func forgetsAll(ofTrack track: MediaTrack, in media: MediaDescription) -> Bool {
        guard let syntax = FrameSyntax(media.streams[track.index].parameters),
            let packet = try? firstPacket(of: track, in: media)
        else { return true }
        return packet.withPayload { payload in
            // What holds no frame says nothing.
            guard syntax.decodingEntry(payload) != nil else { return true }
            return syntax.forgetsAll(payload) || syntax.isBroken(payload)
        }
    }

    /// Whether a key frame is on screen at an instant (asset time), and is where a seek to it leads. Of a decimation, frames that it leaves
    /// out count for nothing.
    ///
    /// - Complexity: Reads from the key frame at or before the instant up to it.
    static func isKeyFrame(
        shownAt instant: RationalTime,
        ofTrack track: MediaTrack,
        in media: MediaDescription,
        decimation: DecimatedFrames? = nil
    ) -> Bool {
        let clock = SourceClock(track: track, origin: media.origin)
        let parameters = media.streams[track.index].parameters
        var kept = decimation.map { FrameDecimation(every: $0.every, of: parameters, standAlone: $0.standAlone) }
        do {
            let ticks = try clock.ticks(at: instant)
            let demuxer = try media.demuxer()
            demuxer.select { $0 == track.index }
            try demuxer.seek(stream: track.index, to: ticks)
            let packet = try Packet()
            var first: RationalTime?
            while try demuxer.read(into: packet) {
                defer { packet.reset() }
                guard packet.streamIndex == track.index, let start = clock.instant(packet.pts) else { continue }
                let isKept = kept?.keeps(packet) ?? true
                guard let first else {
                    guard packet.isKey, start <= instant else { return false }
                    first = start
                    continue
                }
                // Nothing is presented before it is decoded.
                if let decoded = clock.instant(packet.dts ?? packet.pts), decoded > instant { return true }
                if isKept, first < start, start <= instant { return false }
            }
            return first != nil
        } catch {
            return false
        }
    }

    /// The first packet of a track, or the one that a seek leads to; `nil` where there is none.
    private static func firstPacket(
        of track: MediaTrack,
        in media: MediaDescription,
        from ticks: Int64? = nil
    ) throws(FFmpegError) -> Packet? {
        let demuxer = try media.demuxer()
        demuxer.select { $0 == track.index }
        if let ticks { try demuxer.seek(stream: track.index, to: ticks) }
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index { return packet }
            packet.reset()
        }
        return nil
    }
}
