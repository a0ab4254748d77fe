/// Times that XMP states of a clip, which are no longer true where another part of it is played, or at another rate.
enum XMPTimes {
    /// Names of the XMP Dynamic Media namespace (Adobe, "XMP Specification Part 2", 1.2.6), whatever its prefix is: how long the clip is, when
    /// a marker begins, and the timecode of the first frame.
    private static let names = [":duration", ":startTime", ":startTimecode", ":altTimecode", ":markers"]
    /// So many bytes are looked at: what describes a clip is at the beginning, and padding behind it.
    private static let most = 1 << 20

    /// Whether a text of XMP has any.
    static func areStated(in text: [UInt8]) -> Bool {
        let words = String(decoding: text.prefix(most), as: UTF8.self)
        return names.contains { words.contains($0) }
    }
}
