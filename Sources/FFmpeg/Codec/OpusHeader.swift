/// What the header of a stream of Opus says (RFC 7845, 5.1).
package struct OpusHeader: Hashable, Sendable {
    /// So many samples of 48 kHz a decoder leaves out at the beginning: the encoder's delay.
    package let leadIn: Int

    /// Opus counts samples of this many a second, whatever rate its sound had.
    package static let sampleRate: Int32 = 48_000

    private static let magic = Array("OpusHead".utf8)

    /// The header of a stream; `nil` where it is none of Opus, or has none.
    package init?(_ parameters: CodecParameters) {
        guard parameters.codecName == "opus" else { return nil }
        self.init(parameters.extradata)
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 19, bytes.starts(with: Self.magic) else { return nil }
        leadIn = Int(bytes[10]) | Int(bytes[11]) << 8
    }
}
