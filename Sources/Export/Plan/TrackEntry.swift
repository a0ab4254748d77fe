internal import FFmpeg
internal import MediaSyntax

/// What a track begins with, read from its first packet.
enum TrackEntry {
    /// Whether a decoder forgets all frames before the first one of a track, as that one says. One with which decoding can only begin leaves
    /// those in place, and what their numbers say of order: behind another clip, frames would be lost or come too late. `true` of codecs
    /// whose packets are not read, and where none can be read.
    static func forgetsAll(ofTrack track: MediaTrack, in media: MediaDescription) -> Bool {
        guard let parameters = media.streams.first(where: { $0.index == track.index })?.parameters,
            let syntax = FrameSyntax(codec: parameters.codecName, configuration: parameters.extradata)
        else { return true }
        do {
            var reader = try TrackReader(media, track: track)
            let packet = try Packet()
            guard try reader.read(into: packet) else { return true }
            return packet.withPayload { syntax.forgetsAll($0) }
        } catch {
            // Whoever copies it finds the same.
            return true
        }
    }
}
