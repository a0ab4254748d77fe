/// What a track is for besides its kind of media: `kind` among a track's user data (ISO/IEC 14496-12, 8.10.4), by the names of MPEG-DASH
/// (ISO/IEC 23009-1, 5.8.5.5).
package enum TrackRole: String, CaseIterable, Sendable {
    case caption
    case commentary
    case description
    case dub
    case forcedSubtitle = "forced-subtitle"

    private static let scheme = "urn:mpeg:dash:role:2011"
    private static let type: BoxType = "kind"

    /// The box of the role.
    package var box: [UInt8] {
        var writer = ByteWriter()
        writer.box(Self.type) {
            $0.uint32(0)
            for text in [Self.scheme, rawValue] { $0.append(Array(text.utf8) + [0]) }
        }
        return writer.bytes
    }
}
