extension SequenceParameters {
    /// A decoder holds no more frames (H.264, A.3.1).
    private static let mostFrames: UInt32 = 16

    /// A set by which so many frames at most are decoded before another one and presented after it, or more where it says more;
    /// `nil` where it cannot be read, or does not say.
    static func reordering(_ unit: ArraySlice<UInt8>, by frames: UInt32) -> [UInt8]? {
        guard let header = unit.first, let set = SequenceParameters(unit: unit) else { return nil }
        let bytes = EmulationPrevention.removed(from: unit.dropFirst())
        var reader = BitReader(bytes[...])
        guard reader.skip(set.restPlace), skipToRestriction(&reader, mayHaveFields: set.mayHaveFields),
            // Vectors beyond the picture, bytes of a picture, bits of a macroblock, and the longest vectors.
            reader.skip(1), (0..<4).allSatisfy({ _ in reader.exponentialGolomb() != nil })
        else { return nil }
        let place = reader.position
        guard let reordered = reader.exponentialGolomb(), let buffered = reader.exponentialGolomb(),
            max(reordered, buffered, frames) <= mostFrames
        else { return nil }
        var writer = BitWriter()
        writer.copy(0..<place, of: bytes)
        writer.exponentialGolomb(max(reordered, frames))
        // What is reordered is held.
        writer.exponentialGolomb(max(buffered, reordered, frames))
        // The set ends with a one, and zeros up to the next byte.
        writer.bit(true)
        return [header] + EmulationPrevention.added(to: writer.bytes)
    }

    /// Reads what stands between `frame_mbs_only_flag` and the restrictions of the bitstream (H.264, 7.3.2.1.1 and E.1.1); `false`
    /// where there are none.
    private static func skipToRestriction(_ reader: inout BitReader, mayHaveFields: Bool) -> Bool {
        if mayHaveFields { guard reader.skip(1) else { return false } }
        guard reader.skip(1), let isCropped = reader.bit() else { return false }
        if isCropped { guard (0..<4).allSatisfy({ _ in reader.exponentialGolomb() != nil }) else { return false } }
        guard reader.bit() == true, let hasShape = reader.bit() else { return false }
        if hasShape {
            guard let shape = reader.bits(8), reader.skip(shape == 255 ? 32 : 0) else { return false }
        }
        guard let saysOverscan = reader.bit(), reader.skip(saysOverscan ? 1 : 0), let hasSignal = reader.bit() else {
            return false
        }
        if hasSignal {
            guard reader.skip(4), let hasColour = reader.bit(), reader.skip(hasColour ? 24 : 0) else { return false }
        }
        guard let hasChromaPlace = reader.bit() else { return false }
        if hasChromaPlace {
            guard reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil else { return false }
        }
        guard let hasTiming = reader.bit(), reader.skip(hasTiming ? 65 : 0), let hasUnitBuffer = reader.bit(),
            !hasUnitBuffer || skipBuffer(&reader), let hasSliceBuffer = reader.bit(),
            !hasSliceBuffer || skipBuffer(&reader), reader.skip(hasUnitBuffer || hasSliceBuffer ? 1 : 0)
        else { return false }
        // Whether pictures say how they are shown; and whether there are restrictions.
        return reader.skip(1) && reader.bit() == true
    }

    /// Reads `hrd_parameters` (H.264, E.1.2).
    private static func skipBuffer(_ reader: inout BitReader) -> Bool {
        guard let count = reader.exponentialGolomb(), count < 32, reader.skip(8) else { return false }
        for _ in 0...count {
            guard reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil, reader.skip(1) else {
                return false
            }
        }
        return reader.skip(20)
    }
}
