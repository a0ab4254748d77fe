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

    /// Whether a key frame is presented at an instant (asset time), to the tick, and is where a seek to it leads.
    static func isKeyFrame(at instant: RationalTime, ofTrack track: MediaTrack, in media: MediaDescription) -> Bool {
        let clock = SourceClock(track: track, origin: media.origin)
        guard let ticks = try? clock.ticks(at: instant),
            let packet = try? firstPacket(of: track, in: media, from: ticks)
        else { return false }
        return packet.isKey && packet.pts == ticks
    }

    /// Whether a key frame is presented at an instant (asset time), to the tick, and none that is presented before it is decoded after it:
    /// what ends there ends with its last packet. `false` where that cannot be seen.
    ///
    /// - Complexity: O(number of frames that a decoder holds back), each a read.
    static func isClosed(at instant: RationalTime, ofTrack track: MediaTrack, in media: MediaDescription) -> Bool {
        let clock = SourceClock(track: track, origin: media.origin)
        guard let ticks = try? clock.ticks(at: instant),
            let demuxer = try? demuxer(of: track, in: media, from: ticks),
            let first = try? nextPacket(of: track, from: demuxer), first.isKey, first.pts == ticks
        else { return false }
        while let packet = try? nextPacket(of: track, from: demuxer) {
            guard let decoding = packet.dts, let presentation = packet.pts, presentation > ticks else { return false }
            // No frame is presented before it is decoded.
            if decoding >= ticks { return true }
        }
        return true
    }

    /// The first packet of a track, or the one that a seek leads to; `nil` where there is none.
    private static func firstPacket(
        of track: MediaTrack,
        in media: MediaDescription,
        from ticks: Int64? = nil
    ) throws(FFmpegError) -> Packet? {
        try nextPacket(of: track, from: demuxer(of: track, in: media, from: ticks))
    }

    private static func demuxer(
        of track: MediaTrack,
        in media: MediaDescription,
        from ticks: Int64?
    ) throws(FFmpegError) -> Demuxer {
        let demuxer = try media.demuxer()
        demuxer.select { $0 == track.index }
        if let ticks { try demuxer.seek(stream: track.index, to: ticks) }
        return demuxer
    }

    private static func nextPacket(
        of track: MediaTrack,
        from demuxer: borrowing Demuxer
    ) throws(FFmpegError) -> Packet? {
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index { return packet }
            packet.reset()
        }
        return nil
    }
}
