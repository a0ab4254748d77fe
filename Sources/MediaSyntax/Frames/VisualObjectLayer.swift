/// What the header of a layer of MPEG-4 says that those of its frames cannot be read without (ISO/IEC 14496-2, 6.2.3).
package struct VisualObjectLayer: Hashable, Sendable {
    /// Ticks of a second.
    let resolution: Int64
    /// Bits of `vop_time_increment`.
    let timeBits: Int
    /// Of headers of frames what follows behind their time; `nil` where they cannot be read further, because their shape is no
    /// rectangle, or they consist of sprites.
    let rest: Rest?

    struct Rest: Hashable, Sendable {
        let isInterlaced: Bool
        /// Bits of `vop_quant`.
        let quantiserBits: Int
    }

    /// Looks for the header in a packet or among the stream's own; `nil` where there is none that can be read.
    ///
    /// - Complexity: O(bytes before the first frame).
    package init?(_ payload: Span<UInt8>) {
        guard let start = VisualObjectCode.next(.layer, in: payload, from: 0) else { return nil }
        var reader = BitReader(VisualObjectCode.bytes(behind: start, in: payload, limit: Self.limit)[...])
        guard reader.skip(1 + 8), let hasIdentifier = reader.bit() else { return nil }
        var version: UInt32 = 1
        if hasIdentifier {
            guard let own = reader.bits(4), reader.skip(3) else { return nil }
            version = own
        }
        guard let aspect = reader.bits(4), aspect != 15 || reader.skip(16), let hasControl = reader.bit() else {
            return nil
        }
        if hasControl {
            guard reader.skip(2 + 1), let hasBuffer = reader.bit(), !hasBuffer || reader.skip(79) else { return nil }
        }
        guard let shape = reader.bits(2), shape != 3 || version == 1 || reader.skip(4), reader.skip(1),
            let resolution = reader.bits(16), resolution > 0
        else { return nil }
        self.resolution = Int64(resolution)
        timeBits = max(1, 16 - UInt16(resolution - 1).leadingZeroBitCount)
        rest = shape == 0 ? Self.rest(&reader, timeBits: timeBits, version: version) : nil
    }

    private static func rest(_ reader: inout BitReader, timeBits: Int, version: UInt32) -> Rest? {
        // Whether frames come at a constant rate, and how often; width and height between markers.
        guard reader.skip(1), let isConstant = reader.bit(), !isConstant || reader.skip(timeBits),
            reader.skip(1 + 13 + 1 + 13 + 1), let isInterlaced = reader.bit(), reader.skip(1),
            let sprites = reader.bits(version == 1 ? 1 : 2), sprites == 0, let isDeep = reader.bit()
        else { return nil }
        var quantiserBits = 5
        if isDeep {
            guard let bits = reader.bits(4), (3...9).contains(bits), reader.skip(4) else { return nil }
            quantiserBits = Int(bits)
        }
        // Matrices of the quantiser, a quarter of a sample, and whether frames say nothing of how complex they are.
        guard let hasMatrices = reader.bit(), !hasMatrices || skipMatrix(&reader) && skipMatrix(&reader),
            version == 1 || reader.skip(1), let isSimple = reader.bit(), isSimple
        else { return nil }
        return Rest(isInterlaced: isInterlaced, quantiserBits: quantiserBits)
    }

    /// At most 64 numbers, which end with a zero.
    private static func skipMatrix(_ reader: inout BitReader) -> Bool {
        guard let isPresent = reader.bit() else { return false }
        guard isPresent else { return true }
        for _ in 0..<64 {
            guard let number = reader.bits(8) else { return false }
            if number == 0 { break }
        }
        return true
    }

    /// Two matrices, and what stands before them.
    private static let limit = 192
}
