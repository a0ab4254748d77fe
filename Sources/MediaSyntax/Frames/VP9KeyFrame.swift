/// What the header of a key frame of VP9 says of all frames up to the next one (VP9 bitstream specification, 6.2).
package struct VP9KeyFrame: Hashable, Sendable {
    package let profile: UInt8
    /// Of the frame as it is coded, in pixels.
    package let width: Int
    package let height: Int
    /// `color_space` and `color_range`; `nil` for RGB, which has the full range.
    package let colours: UInt32?
    /// Where the colours stand, in bits.
    private let colourPlace: Int

    /// Reads the first frame of a packet; `nil` where that is not a key frame, or its header is cut short.
    package init?(_ payload: Span<UInt8>) {
        let bytes = (0..<min(Self.longest, payload.count)).map { payload[$0] }
        var reader = BitReader(bytes[...])
        guard let profile = Self.profile(&reader), reader.bit() == false, reader.bit() == false, reader.skip(2),
            reader.bits(24) == Self.syncCode, reader.skip(profile >= 2 ? 1 : 0)
        else { return nil }
        colourPlace = reader.position
        guard let space = reader.bits(3) else { return nil }
        // Those of which chroma need not be half as wide and high.
        let isFree = profile % 2 == 1
        if space == Self.rgb {
            colours = nil
            guard reader.skip(isFree ? 1 : 0) else { return nil }
        } else {
            guard let isFull = reader.bits(1), reader.skip(isFree ? 3 : 0) else { return nil }
            colours = space << 1 | isFull
        }
        guard let width = reader.bits(16), let height = reader.bits(16) else { return nil }
        (self.profile, self.width, self.height) = (profile, Int(width) + 1, Int(height) + 1)
    }

    /// A packet that begins with a key frame, which states the colours of this one. Where either is RGB, it stays as it is.
    package func stating(in payload: [UInt8]) -> [UInt8] {
        guard let colours, let own = VP9KeyFrame(payload.span), own.colours != nil else { return payload }
        var changed = payload
        for bit in 0..<Self.colourBits {
            let place = own.colourPlace + bit
            let mask: UInt8 = 0x80 >> UInt8(place % 8)
            changed[place / 8] &= ~mask
            if colours >> UInt32(Self.colourBits - 1 - bit) & 1 == 1 { changed[place / 8] |= mask }
        }
        return changed
    }

    /// Reads what every frame's header begins with: a marker, and the profile; `nil` where it is another one.
    static func profile(_ reader: inout BitReader) -> UInt8? {
        guard reader.bits(2) == 2, let low = reader.bit(), let high = reader.bit() else { return nil }
        if low, high, !reader.skip(1) { return nil }
        return (low ? 1 : 0) + (high ? 2 : 0)
    }

    /// Bytes of the header up to the size, at most.
    private static let longest = 16
    private static let colourBits = 4
    private static let syncCode: UInt32 = 0x49_83_42
    /// `CS_RGB` (7.2.2).
    private static let rgb: UInt32 = 7
}
