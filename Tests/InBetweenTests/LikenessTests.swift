import InBetween
import Testing

@Suite struct LikenessTests {
    private static func isSame(_ a: [UInt16], _ b: [UInt16], width: Int, bits: Int) -> Bool {
        let bytes = bits > 8 ? 2 : 1
        func packed(_ samples: [UInt16]) -> [UInt8] {
            samples.flatMap { bytes == 1 ? [UInt8($0)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
        }
        return unsafe packed(a).withUnsafeBytes { first in
            unsafe packed(b).withUnsafeBytes { second in
                guard let a = first.baseAddress, let b = second.baseAddress else { return false }
                return unsafe Likeness.difference(
                    (a, width * bytes),
                    (b, width * bytes),
                    width: width,
                    height: first.count / bytes / width,
                    bits: bits,
                    enough: Likeness.mostSame
                ) <= Likeness.mostSame
            }
        }
    }

    @Test(arguments: [8, 10, 16])
    func aRepeatedPictureIsTheSame(_ bits: Int) {
        let picture = (0..<50 * 41).map { UInt16($0 * 7 % 200) << UInt16(bits - 8) }
        let step = UInt16(1) << UInt16(bits - 8)
        #expect(Self.isSame(picture, picture, width: 50, bits: bits))
        #expect(Self.isSame(picture, picture.map { $0 + step }, width: 50, bits: bits))
    }

    @Test(arguments: [8, 10, 16])
    func aSmallChangeIsSeen(_ bits: Int) {
        let picture = [UInt16](repeating: 40 << UInt16(bits - 8), count: 50 * 41)
        var changed = picture
        // In the last block, which is not whole.
        for row in 36..<41 { for column in 45..<50 { changed[row * 50 + column] += 30 << UInt16(bits - 8) } }
        #expect(!Self.isSame(picture, changed, width: 50, bits: bits))
    }
}
