internal import RandomNumbers

/// Damage to bytes and texts, the same in every run.
package struct Mutation {
    /// Numbers that are likely to go wrong as a length, a count, a rate or a time.
    private static let numbers: [UInt64] = [
        0, 1, 2, 7, 8, 9, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0xFF_FFFF, 0x7FFF_FFFF,
        0x8000_0000,
        0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 32, 1 << 62, .max >> 1, 1 << 63, .max - 7, .max,
    ]

    private var random: SplitMix64

    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The bytes with one to five changes. Pieces of another file, the donor, may be put in.
    package mutating func damaged(_ whole: [UInt8], donor: [UInt8]) -> [UInt8] {
        var bytes = whole
        for _ in 0..<below(5) + 1 where bytes.count > 16 { change(&bytes, donor) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ donor: [UInt8]) {
        let place = place(in: bytes)
        let run = place..<min(bytes.count, place + 1 + length())
        switch below(12) {
        case 0, 1: for _ in 0...below(8) { bytes[self.place(in: bytes)] ^= 1 << UInt8(below(8)) }
        case 2: for index in run { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
        case 3: for index in run { bytes[index] = 0 }
        case 4: for index in run { bytes[index] = 0xFF }
        case 5, 6, 7: setNumber(at: place, in: &bytes)
        case 8: bytes.removeLast(bytes.count - max(16, below(bytes.count)))
        case 9: bytes.removeSubrange(run)
        case 10:
            let source = below(2) == 0 ? bytes : donor
            let start = below(source.count)
            bytes.insert(contentsOf: source[start..<min(source.count, start + 1 + length())], at: place)
        default:
            let other = self.place(in: bytes)
            let count = min(1 + length(), bytes.count - max(place, other))
            for offset in 0..<count { bytes.swapAt(place + offset, other + offset) }
        }
    }

    /// Puts a number in, of one to eight bytes, in either order; or changes the one that is there by a little.
    private mutating func setNumber(at place: Int, in bytes: inout [UInt8]) {
        let width = 1 << below(4)
        guard place + width <= bytes.count else { return }
        let places = below(2) == 0 ? Array(place..<place + width) : (place..<place + width).reversed()
        let old = places.reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
        let small = UInt64(below(16) + 1)
        var number =
            switch below(4) {
            case 0: old &+ small
            case 1: old &- small
            default: Self.numbers[below(Self.numbers.count)]
            }
        for index in places.reversed() {
            bytes[index] = UInt8(truncatingIfNeeded: number)
            number >>= 8
        }
    }

    /// A position: mostly near the beginning or the end, where containers keep what they say of themselves.
    private mutating func place(in bytes: [UInt8]) -> Int {
        switch below(5) {
        case 0, 1: below(min(bytes.count, 1024))
        case 2: bytes.count - 1 - below(min(bytes.count, 2048))
        default: below(bytes.count)
        }
    }

    /// A length, mostly a short one.
    private mutating func length() -> Int { below(1 << (below(12) + 1)) }

    /// A number from 0 up to a bound.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }
}

extension Mutation {
    /// A text with one to four changes: the bytes of it damaged, pieces taken out, repeated, or replaced by words that the
    /// parser knows.
    package mutating func damaged(_ text: String, words: [String]) -> String {
        var text = text
        for _ in 0...below(4) {
            let scalars = Array(text.unicodeScalars)
            let (start, other) = (below(scalars.count + 1), below(scalars.count + 1))
            let piece = min(start, other)..<min(scalars.count, max(start, other, min(start, other) + below(8)))
            let (before, after) = (Self.text(scalars[..<start]), Self.text(scalars[start...]))
            text =
                switch below(6) {
                case 0: before + words[below(words.count)] + after
                case 1:
                    Self.text(scalars[..<piece.lowerBound]) + words[below(words.count)]
                        + Self.text(scalars[piece.upperBound...])
                case 2: Self.text(scalars[..<piece.lowerBound]) + Self.text(scalars[piece.upperBound...])
                case 3: before + Self.text(scalars[piece]) + after
                case 4: before + String(repeating: Self.text(scalars[piece]), count: below(300)) + after
                default: String(decoding: damaged(Array(text.utf8), donor: Array(text.utf8)), as: UTF8.self)
                }
            if text.utf8.count > 1 << 16 { text = String(text.prefix(1 << 12)) }
        }
        return text
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Numbers as people write them, or never should.
    package static let numberWords = [
        "0", "-0", "1", "-1", "0.1", "1/3", "1/0", "0/0", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808",
        "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
        "0.000000000000000000000000001",
        "99999999999999999999999999999999999999999999", "1e308", "1e-308", "nan", "inf", "0x10", "٣", "½", "1_000",
        "+1", " 1 ",
    ]
}
