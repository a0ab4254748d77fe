internal import FFmpeg
internal import MediaTime

/// Reads a finished file as a player does: every packet, and none is decoded. For containers that are small, or whose frames
/// are encoded: reading them again costs little beside that.
struct DemuxedOutput: ~Copyable {
    private let demuxer: Demuxer

    init(path: String) throws(FFmpegError) { demuxer = try Demuxer(path: path) }

    /// The tracks of video and audio, in the order of the file.
    ///
    /// - Complexity: O(size of the file).
    func tracks() throws(FFmpegError) -> [OutputTrack] {
        var found = demuxer.streams.map { stream -> OutputTrack? in
            guard let kind = Self.kind(stream) else { return nil }
            let tick = RationalTime(Int64(stream.timeBase.numerator), stream.timeBase.denominator)
            var track = OutputTrack(kind: kind, packets: kind == .video ? 0 : nil, tick: tick, tolerance: tick)
            track.start = stream.startTime.flatMap { stream.timeBase.time($0) }
            return track
        }
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            defer { packet.reset() }
            let index = packet.streamIndex
            guard found.indices.contains(index), var track = found[index] else { continue }
            let unit = demuxer.streams[index].timeBase
            if let end = (packet.pts ?? packet.dts).flatMap({ unit.time($0 + packet.duration) }) {
                track.end = max(track.end ?? end, end)
            }
            if track.kind == .video {
                track.packets? += 1
                if !packet.isDiscarded, let instant = packet.pts ?? packet.dts { track.presented.append(instant) }
            }
            found[index] = track
        }
        return found.compactMap { $0 }
    }

    private static func kind(_ stream: StreamInfo) -> MediaTrack.Kind? {
        switch stream.kind {
        case .video: stream.isStill ? nil : .video
        case .audio: .audio
        default: nil
        }
    }
}
