import Testing

@testable import InBetween

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
        let step = UInt16(1) << UInt16(bits - 8)
        let picture = (0..<50 * 41).map { UInt16($0 * 7 % 200) * step }
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

    static let formats: [PictureFormat] = [
        .planar(50, 41), .planar(50, 41, bits: 10), .planar(50, 41, bits: 16, (0, 0)),
    ]

    @Test(arguments: formats, 0..<3)
    func aChangeInOneComponentIsSeen(_ format: PictureFormat, _ component: Int) {
        let chart = Chart(format) { x, y in (x + y) / 100 }
        var changed = chart
        // A grey level more or less is none. Samples are in native order.
        let step = format.bits > 8 ? 2 : 1
        for place in stride(from: step - 1, to: changed.bytes[component].count, by: step) {
            changed.bytes[component][place] ^= format.bits == 10 ? 1 : 16
        }
        #expect(Likeness.areSame(chart.picture, chart.picture))
        #expect(!Likeness.areSame(chart.picture, changed.picture))
    }
}
