internal import MediaSyntax

/// A level of H.264: how much a player must be able to decode (ITU-T H.264, table A-1).
package struct H264Level: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Ten times the level: 42 for 4.2.
    package let number: UInt8

    /// What players of high definition know.
    package static let fourTwo = H264Level(number: 42)

    /// Profiles that every player of the profile High knows, by libavcodec's names.
    package static let commonProfiles: Set<String> = ["Constrained Baseline", "Baseline", "Main", "High"]

    private init(number: UInt8) { self.number = number }

    /// What a stream's configuration record says; `nil` where it is none.
    package init?(headers: [UInt8]) {
        guard NALCodec.h264.configuration(headers) != nil, headers.count > 3 else { return nil }
        number = headers[3]
    }

    /// The lowest level from 3 on for a size and a rate; `nil` where there is none.
    package static func lowest(width: Int, height: Int, framesPerSecond: Double) -> H264Level? {
        let blocks = ((width + 15) / 16) * ((height + 15) / 16)
        let limits: [(number: UInt8, blocks: Int, blocksPerSecond: Double)] = [
            (30, 1620, 40_500), (31, 3600, 108_000), (32, 5120, 216_000), (40, 8192, 245_760), (42, 8704, 522_240),
            (50, 22_080, 589_824), (51, 36_864, 983_040), (52, 36_864, 2_073_600), (60, 139_264, 4_177_920),
            (61, 139_264, 8_355_840), (62, 139_264, 16_711_680),
        ]
        let fitting = limits.first {
            blocks <= $0.blocks && Double(blocks) * framesPerSecond <= $0.blocksPerSecond * 1.001
        }
        return fitting.map { H264Level(number: $0.number) }
    }

    package static func < (a: H264Level, b: H264Level) -> Bool { a.number < b.number }

    package var description: String { "\(number / 10).\(number % 10)" }
}
