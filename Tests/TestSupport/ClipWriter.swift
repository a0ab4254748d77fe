internal import Capture
internal import FFmpeg
internal import MediaTime

extension Clip {
    /// Writes the clip. Its tracks are in the order video, audio, subtitles, cover art, second video,
    /// attachments.
    package func write(to path: String) throws { try WrittenClips.copy(self, to: path) }

    /// Draws, encodes and writes the clip.
    func make(as path: String) throws {
        guard let format = ContainerFormat(forPath: "clip.\(container)") else {
            throw ClipError("there is no container \(container)")
        }
        let muxer = try Muxer.create(path: path, format: format)
        var tracks: [any ClipTrack] = []
        if let frames { tracks.append(try VideoTrack(frames, isHeaderGlobal: format.needsGlobalHeader)) }
        for audio in audioTracks { tracks.append(try AudioTrack(audio, isHeaderGlobal: format.needsGlobalHeader)) }
        if let subtitles { tracks.append(try SubtitleTrack(subtitles, subtitleDisposition)) }
        if let cover { tracks.append(try CoverTrack(cover)) }
        if let otherFrames {
            tracks.append(try VideoTrack(otherFrames, isHeaderGlobal: format.needsGlobalHeader))
        }
        for (name, bytes) in attachments.sorted(by: { $0.key < $1.key }) {
            tracks.append(try AttachmentTrack(name, bytes))
        }
        for track in tracks { _ = try muxer.add(track.description) }
        muxer.set(metadata: metadata)
        muxer.set(chapters: chapters)
        try muxer.writeHeader(options: options)
        for (index, track) in tracks.enumerated() {
            try track.write { packet, timeBase in
                packet.streamIndex = index
                packet.rescale(from: timeBase, to: muxer.timeBase(ofStream: index))
                try muxer.write(packet)
            }
        }
        try muxer.finish()
    }

    /// Writes the clip in a directory, and returns its path.
    package func write(to scratch: ScratchDirectory, as name: String = "clip") throws -> String {
        let path = scratch.file("\(name).\(container)")
        try write(to: path)
        return path
    }
}

/// A clip that cannot be made or read.
package struct ClipError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// One track on its way into a clip.
protocol ClipTrack {
    var description: Muxer.StreamDescription { get }

    /// Calls the sink with every packet and the unit of its timestamps.
    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) throws
}
