/// A kind of text that subtitles can be written in.
public enum TextCodec: String, CaseIterable, Sendable {
    /// 3GPP Timed Text (3GPP TS 26.245), for MP4 and MOV.
    case timedText = "mov_text"
    /// SubRip, for Matroska.
    case subRip = "subrip"
    /// WebVTT, for WebM.
    case webVTT = "webvtt"

    /// Whether texts may be shown together that do not begin and end together. Else each takes the place of the one before it.
    package var takesOverlaps: Bool { self != .timedText }

    /// Whether a codec, by libavcodec's name, is text of which every packet is a cue by itself. Captions of television (`eia_608`)
    /// are none: they are built up, letter by letter.
    package static func isReadable(codec: String) -> Bool { readable.contains(codec) }

    private static let readable: Set = ["ass", "mov_text", "subrip", "text", "webvtt"]
}
