/// What Matroska says of a track (RFC 9559, 5.1.4).
package struct TrackElement: Hashable, Sendable {
    /// To which blocks refer.
    package let number: UInt64
    /// 1: video; 2: audio; 17: subtitles.
    package let type: UInt64
    /// Whether the track names a codec.
    package let namesCodec: Bool
    /// Whether players are to present it (`FlagEnabled`).
    package let isEnabled: Bool
    /// Whether its packets are encrypted.
    package let isEncrypted: Bool
    /// What is not to be shown of its frames; `nil` where all is.
    package let crop: CroppedEdges?
    /// By so many nanoseconds packets are presented earlier than their blocks say, because a decoder gives that much more at the
    /// beginning, which is not to be heard (`CodecDelay`).
    package let codecDelay: UInt64
}

extension TrackElement {
    /// Whether libavformat makes a stream of it. These come before all others, in the order of the file.
    package var isStream: Bool { [1, 2, 17, 33].contains(type) && namesCodec }
}

extension ElementScanner {
    /// The tracks of a Matroska file, in its order.
    package func tracks() throws(Failure) -> [TrackElement] {
        guard let segment = try first(.segment, in: whole), let tracks = try first(.tracks, in: segment.content) else {
            return []
        }
        var found: [TrackElement] = []
        for entry in try all(.trackEntry, in: tracks.content) {
            let codec = try first(.codecID, in: entry.content)
            found.append(
                TrackElement(
                    number: try unsigned(.trackNumber, in: entry) ?? 0,
                    type: try unsigned(.trackType, in: entry) ?? 0,
                    namesCodec: codec.map { !$0.content.isEmpty } ?? false,
                    isEnabled: try unsigned(.flagEnabled, in: entry) != 0,
                    isEncrypted: try isEncrypted(entry),
                    crop: try crop(entry),
                    codecDelay: try unsigned(.codecDelay, in: entry) ?? 0
                )
            )
        }
        return found
    }

    private func unsigned(_ id: ElementID, in parent: LocatedElement) throws(Failure) -> UInt64? {
        guard let element = try first(id, in: parent.content) else { return nil }
        return try unsigned(element)
    }

    /// Whether an edition wants chapters to be played one after the other, whatever lies between them (RFC 9559, 20.1.3), as far as that is
    /// said before the packets.
    package func playsChaptersInOrder() throws(Failure) -> Bool {
        guard let segment = try first(.segment, in: whole) else { return false }
        var chapters: LocatedElement?
        try forEach(in: segment.content) { element throws(Failure) in
            if element.id == .chapters { chapters = element }
            return chapters == nil && element.id != .cluster
        }
        guard let chapters else { return false }
        for edition in try all(.editionEntry, in: chapters.content) {
            if try unsigned(.editionFlagOrdered, in: edition) == 1 { return true }
        }
        return false
    }

    private func crop(_ track: LocatedElement) throws(Failure) -> CroppedEdges? {
        guard let video = try first(.video, in: track.content) else { return nil }
        func edge(_ id: ElementID) throws(Failure) -> Int { Int(clamping: try unsigned(id, in: video) ?? 0) }
        return CroppedEdges(
            left: try edge(.pixelCropLeft),
            top: try edge(.pixelCropTop),
            right: try edge(.pixelCropRight),
            bottom: try edge(.pixelCropBottom)
        )
    }

    private func isEncrypted(_ track: LocatedElement) throws(Failure) -> Bool {
        guard let encodings = try first(.contentEncodings, in: track.content) else { return false }
        for encoding in try all(.contentEncoding, in: encodings.content) {
            if try first(.contentEncryption, in: encoding.content) != nil { return true }
            if let type = try first(.contentEncodingType, in: encoding.content), try unsigned(type) == 1 { return true }
        }
        return false
    }
}
