/// A level of HEVC: how much a player must be able to decode (ITU-T H.265, tables A.8 and A.9).
package struct HEVCLevel: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Thirty times the level: 153 for 5.1.
    package let number: UInt8

    private init(number: UInt8) { self.number = number }

    /// The lowest level for a size in pixels and a rate; `nil` where there is none.
    package static func lowest(width: Int, height: Int, framesPerSecond: Double) -> HEVCLevel? {
        let samples = width * height
        let limits: [(number: UInt8, samples: Int, samplesPerSecond: Double)] = [
            (30, 36_864, 552_960), (60, 122_880, 3_686_400), (63, 245_760, 7_372_800), (90, 552_960, 16_588_800),
            (93, 983_040, 33_177_600), (120, 2_228_224, 66_846_720), (123, 2_228_224, 133_693_440),
            (150, 8_912_896, 267_386_880), (153, 8_912_896, 534_773_760), (156, 8_912_896, 1_069_547_520),
            (180, 35_651_584, 1_069_547_520), (183, 35_651_584, 2_139_095_040), (186, 35_651_584, 4_278_190_080),
        ]
        let fitting = limits.first {
            // Neither side is longer than √8 times that of a square of as many samples.
            samples <= $0.samples && max(width, height) * max(width, height) <= 8 * $0.samples
                && Double(samples) * framesPerSecond <= $0.samplesPerSecond * 1.001
        }
        return fitting.map { HEVCLevel(number: $0.number) }
    }

    package static func < (a: HEVCLevel, b: HEVCLevel) -> Bool { a.number < b.number }

    package var description: String { "\(number / 30).\(number % 30 / 3)" }
}
