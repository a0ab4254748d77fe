@testable import MediaSyntax

/// Units of H.264 and HEVC that are written bit by bit, as a test needs them.
enum MadeUnits {
    /// A unit with its start code.
    ///
    /// - Parameters:
    ///   - header: one byte in H.264, two in HEVC.
    ///   - write: writes what follows, up to the bit that ends it.
    /// - Returns: its bytes.
    static func unit(_ header: [UInt8], _ write: (inout BitWriter) -> Void) -> [UInt8] {
        var writer = BitWriter()
        write(&writer)
        writer.bit(true)
        return [0, 0, 0, 1] + header + EmulationPrevention.added(to: writer.bytes)
    }
}

extension BitWriter {
    /// Codes, one after the other.
    mutating func codes(_ values: UInt32...) {
        for value in values { exponentialGolomb(value) }
    }
}
