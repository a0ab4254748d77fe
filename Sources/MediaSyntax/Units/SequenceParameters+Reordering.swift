extension SequenceParameters {
    /// A decoder holds no more frames (H.264, A.3.1).
    private static let mostFrames: UInt32 = 16

    /// A set by which so many frames at most are decoded before another one and presented after it, or more where it says more;
    /// `nil` where it cannot be read, or does not say.
    static func reordering(_ unit: ArraySlice<UInt8>, by frames: UInt32) -> [UInt8]? {
        guard let header = unit.first, let set = SequenceParameters(unit: unit) else { return nil }
        let bytes = EmulationPrevention.removed(from: unit.dropFirst())
        var reader = BitReader(bytes[...])
        guard reader.skip(set.restPlace), readTiming(&reader, mayHaveFields: set.mayHaveFields) != nil,
            // Whether there are restrictions.
            reader.bit() == true,
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
}
