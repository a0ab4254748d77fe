/// What Matroska says of a track (RFC 9559, 5.1.4).
package struct TrackElement: Hashable, Sendable {
    /// 1: video; 2: audio; 17: subtitles.
    package let type: UInt64
    /// Whether the track names a codec.
    package let namesCodec: Bool
    /// Whether its packets are encrypted.
    package let isEncrypted: Bool
}

extension ElementScanner {
    /// The tracks of a Matroska file, in its order.
    package func tracks() throws(Failure) -> [TrackElement] {
        guard let segment = try first(.segment, in: whole), let tracks = try first(.tracks, in: segment.content) else {
            return []
        }
        var found: [TrackElement] = []
        for entry in try all(.trackEntry, in: tracks.content) {
            let type = try first(.trackType, in: entry.content)
            let codec = try first(.codecID, in: entry.content)
            found.append(
                TrackElement(
                    type: try type.flatMap { element throws(Failure) in try unsigned(element) } ?? 0,
                    namesCodec: codec.map { !$0.content.isEmpty } ?? false,
                    isEncrypted: try isEncrypted(entry)
                )
            )
        }
        return found
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
