/// What becomes of the colours of frames that are encoded.
public enum ColourChange: Hashable, Sendable {
    /// They stay as they are coded.
    case none
    /// They are coded as BT.709 in limited range; they look the same.
    case recoded
    /// High dynamic range is brought to BT.709 in limited range: linear light in units of ``white``, Hable's curve for the
    /// strongest of red, green and blue, with which the others become as much darker.
    case toneMapped

    /// The light of white, in candela a square metre, that becomes 1 before the curve.
    public static let white = 100.0
    /// The light of white, in candela a square metre, that standard range has beside high dynamic range (ITU-R BT.2408).
    public static let standardWhite = 203.0
}
