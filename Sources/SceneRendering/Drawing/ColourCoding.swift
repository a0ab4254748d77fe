/// How a scene's colours become samples of luma and chroma, 8 bits each.
public enum ColourCoding: Hashable, Sendable {
    /// The matrix of ITU-R BT.709 in limited range, as television in high definition has it.
    case bt709
    /// The matrix of ITU-R BT.601 in limited range, as webcams deliver raw frames.
    case bt601
    /// The matrix of ITU-R BT.601 in full range, as JPEG has it (ITU-T T.871).
    case jpeg

    /// Luma from black to white.
    public var luma: ClosedRange<Int> { self == .jpeg ? 0...255 : 16...235 }

    /// How far the samples of chroma reach in all.
    var chromaSpan: Double { self == .jpeg ? 255 : 224 }

    /// What red, green and blue contribute to luma; 1 in all.
    var weights: (red: Double, green: Double, blue: Double) {
        self == .bt709 ? (0.2126, 0.7152, 0.0722) : (0.299, 0.587, 0.114)
    }
}
