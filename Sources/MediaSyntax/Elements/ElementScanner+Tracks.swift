/// What Matroska says of a track (RFC 9559, 5.1.4).
package struct TrackElement: Hashable, Sendable {
    /// To which blocks refer.
    package let number: UInt64
    /// 1: video; 2: audio; 17: subtitles.
    package let type: UInt64
    /// Whether the track names a codec.
    package let namesCodec: Bool
    /// Whether its packets are encrypted.
    package let isEncrypted: Bool
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
                    isEncrypted: try isEncrypted(entry),
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

    private func isEncrypted(_ track: LocatedElement) throws(Failure) -> Bool {
        guard let encodings = try first(.contentEncodings, in: track.content) else { return false }
        for encoding in try all(.contentEncoding, in: encodings.content) {
            if try first(.contentEncryption, in: encoding.content) != nil { return true }
            if let type = try first(.contentEncodingType, in: encoding.content), try unsigned(type) == 1 { return true }
        }
        return false
    }
}
