/// The header of a sequence of AV1: what all frames up to the next one have in common (AV1 bitstream specification, 5.5).
package struct AV1SequenceHeader: Hashable, Sendable {
    /// `seq_profile`.
    package let profile: UInt8
    /// The greatest size of a frame, in pixels.
    package let width: Int
    package let height: Int
    /// How many selections of layers there are.
    package let operatingPoints: Int
    /// How samples are kept: `high_bitdepth`, `twelve_bit`, `mono_chrome`, and unless they are grey, whether chroma is half as wide and
    /// half as high.
    private let depth: [Bool]
    /// What the unit holds.
    private let bytes: [UInt8]
    /// Where the level of the first operating point stands, with its tier, and where the colours do, in bits.
    private let level: Range<Int>
    private let colours: Range<Int>

    /// Reads what a unit holds; `nil` where it is cut short, or is that of a still picture.
    init?(content: [UInt8]) {
        bytes = content
        var reader = BitReader(content[...])
        guard let profile = reader.bits(3), reader.bit() != nil, reader.bit() == false,
            let (points, level) = Self.operatingPoints(&reader),
            let widthBits = reader.bits(4), let heightBits = reader.bits(4),
            let width = reader.bits(Int(widthBits) + 1), let height = reader.bits(Int(heightBits) + 1),
            Self.skipTools(&reader), let (depth, colours) = Self.colours(&reader, profile: profile)
        else { return nil }
        self.profile = UInt8(profile)
        (self.width, self.height) = (Int(width) + 1, Int(height) + 1)
        (operatingPoints, self.level, self.depth, self.colours) = (points, level, depth, colours)
    }

    /// Whether frames of both have the same profile, samples and greatest size.
    package func isLike(_ other: AV1SequenceHeader) -> Bool {
        profile == other.profile && depth == other.depth && width == other.width && height == other.height
    }

    /// The unit of this header, which states another one's level and colours.
    func stating(_ other: AV1SequenceHeader) -> [UInt8] {
        var writer = BitWriter()
        writer.copy(0..<level.lowerBound, of: bytes)
        writer.copy(other.level, of: other.bytes)
        writer.copy(level.upperBound..<colours.lowerBound, of: bytes)
        writer.copy(other.colours, of: other.bytes)
        // `separate_uv_delta_q`, of profiles that have chroma, and `film_grain_params_present`; then the bit that ends the unit.
        let last = bytes.lastIndex { $0 != 0 } ?? 0
        writer.copy(colours.upperBound..<8 * last + 8 - bytes[last].trailingZeroBitCount, of: bytes)
        return AV1Unit.unit(.sequenceHeader, writer.bytes)
    }

    /// The unit as it is.
    var unit: [UInt8] { AV1Unit.unit(.sequenceHeader, bytes) }

    /// How many there are, and where the first one's level and tier stand.
    private static func operatingPoints(_ reader: inout BitReader) -> (Int, Range<Int>)? {
        guard let hasTiming = reader.bit() else { return nil }
        var delayBits: Int?
        if hasTiming {
            guard reader.skip(64), let isEven = reader.bit() else { return nil }
            if isEven, reader.exponentialGolomb() == nil { return nil }
            guard let hasModel = reader.bit() else { return nil }
            if hasModel {
                guard let bits = reader.bits(5), reader.skip(32 + 5 + 5) else { return nil }
                delayBits = Int(bits) + 1
            }
        }
        guard let hasDelay = reader.bit(), let count = reader.bits(5) else { return nil }
        var level: Range<Int>?
        for _ in 0...count {
            guard reader.skip(12) else { return nil }
            let start = reader.position
            guard let number = reader.bits(5), reader.skip(number > 7 ? 1 : 0) else { return nil }
            level = level ?? start..<reader.position
            if let delayBits {
                guard let isPresent = reader.bit(), reader.skip(isPresent ? 2 * delayBits + 1 : 0) else { return nil }
            }
            if hasDelay {
                guard let isPresent = reader.bit(), reader.skip(isPresent ? 4 : 0) else { return nil }
            }
        }
        return level.map { (Int(count) + 1, $0) }
    }

    /// From `frame_id_numbers_present_flag` to `enable_restoration`; `false` where they are cut short.
    private static func skipTools(_ reader: inout BitReader) -> Bool {
        guard let hasNumbers = reader.bit(), reader.skip(hasNumbers ? 7 : 0), reader.skip(3 + 4),
            let hasOrder = reader.bit(), reader.skip(hasOrder ? 2 : 0), let choosesScreen = reader.bit()
        else { return false }
        var mayBeScreen = true
        if !choosesScreen {
            guard let isForced = reader.bit() else { return false }
            mayBeScreen = isForced
        }
        if mayBeScreen {
            guard let choosesVectors = reader.bit(), reader.skip(choosesVectors ? 0 : 1) else { return false }
        }
        return reader.skip((hasOrder ? 3 : 0) + 3)
    }

    /// The bits that say how samples are kept, and where those of the colours stand (5.5.2).
    private static func colours(_ reader: inout BitReader, profile: UInt32) -> (depth: [Bool], colours: Range<Int>)? {
        guard let isHigh = reader.bit() else { return nil }
        var (isTwelve, isGrey) = (false, false)
        if profile == 2, isHigh {
            guard let bit = reader.bit() else { return nil }
            isTwelve = bit
        }
        if profile != 1 {
            guard let bit = reader.bit() else { return nil }
            isGrey = bit
        }
        var depth = [isHigh, isTwelve, isGrey]
        let start = reader.position
        guard let isDescribed = reader.bit() else { return nil }
        var description: UInt32?
        if isDescribed {
            description = reader.bits(24)
            guard description != nil else { return nil }
        }
        if isGrey { return reader.skip(1) ? (depth, start..<reader.position) : nil }
        if description == Self.sRGB { return (depth + [false, false], start..<reader.position) }
        guard reader.skip(1) else { return nil }
        switch profile {
        case 0: depth += [true, true]
        case 1: depth += [false, false]
        default:
            // Of 12 bits any kind of chroma, else 4:2:2.
            var (isHalfWide, isHalfHigh) = (true, false)
            if isTwelve {
                guard let wide = reader.bit() else { return nil }
                isHalfWide = wide
                if wide {
                    guard let high = reader.bit() else { return nil }
                    isHalfHigh = high
                }
            }
            depth += [isHalfWide, isHalfHigh]
        }
        if depth.suffix(2) == [true, true], !reader.skip(2) { return nil }
        return (depth, start..<reader.position)
    }

    /// Primaries of BT.709, the transfer of sRGB, and RGB as it is.
    private static let sRGB: UInt32 = 1 << 16 | 13 << 8
}
