/// A checksum of instants in any order: of frames in decoding order, and of the same ones in presentation order.
struct InstantHash: Hashable, Sendable {
    private var sum: UInt64 = 0

    /// Takes an instant, in ticks.
    mutating func add(_ ticks: Int64) {
        // Two instants that are wrong must not make up for each other: so they are not summed as they are. The constants are
        // those of SplitMix64's last step.
        var value = UInt64(bitPattern: ticks) &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        sum &+= value ^ value >> 31
    }

    /// Takes what another one has taken.
    mutating func add(_ other: InstantHash) { sum &+= other.sum }
}
