internal import CInBetween

/// Whether a picture is the one before it once more.
package enum Likeness {
    /// Whether no block of two planes differs by more than a grey level: encoders change repeated pictures a little.
    ///
    /// - Parameters:
    ///   - first: The address of a plane's first sample, and bytes from row to row.
    ///   - second: The same of the other plane.
    ///   - width: In samples.
    ///   - height: In samples.
    ///   - bits: Of a sample; above 8 it has two bytes.
    /// - Returns: `true` where they are the same.
    @unsafe package static func isSame(
        _ first: (address: UnsafeRawPointer, stride: Int),
        _ second: (address: UnsafeRawPointer, stride: Int),
        width: Int,
        height: Int,
        bits: Int
    ) -> Bool {
        let most = UInt32(256) << UInt32(bits - 8)
        return unsafe inbetween_largest_difference(
            first.address,
            first.stride,
            second.address,
            second.stride,
            width,
            height,
            bits > 8 ? 2 : 1,
            most
        ) <= most
    }
}
