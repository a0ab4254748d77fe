internal import FFmpeg
internal import MediaSyntax

/// Tells whether a decoder forgets all frames at each frame of a track, so that any can be left out: every one is an IDR frame, or
/// a key frame of VP9 or AV1.
enum StandaloneFrames {
    /// Whether that is so of a whole track, and no frame needs parameter sets that go with another: every frame but the first has
    /// its own, or none has. The first one is never left out.
    ///
    /// - Throws: What the demuxer throws.
    /// - Complexity: O(size of the track) where it is so; else what comes up to the first frame that may refer to another is read.
    static func areAll(ofTrack track: MediaTrack, in media: MediaDescription) throws(FFmpegError) -> Bool {
        let parameters = media.streams[track.index].parameters
        // Each of two fields may be a packet of its own, and refer to the other.
        guard let syntax = FrameSyntax(parameters), !parameters.isInterlaced else { return false }
        let references = FrameReferences(parameters)
        let demuxer = try media.demuxer()
        demuxer.select { $0 == track.index }
        let packet = try Packet()
        var count = 0
        var laterWithSets = 0
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index {
                guard packet.withUnitHeads({ syntax.forgetsAll($0) }) else { return false }
                if count > 0, references.carriesSets(packet) { laterWithSets += 1 }
                count += 1
            }
            packet.reset()
        }
        return laterWithSets == 0 || laterWithSets == count - 1
    }
}
