extension SequenceParameters {
    /// A set by which so many frames at most are decoded before another one and presented after it, and so many are held, or more
    /// where it says more; `nil` where it cannot be read, or does not say.
    static func reordering(_ unit: ArraySlice<UInt8>, by frames: UInt32, holding held: UInt32) -> [UInt8]? {
        guard let header = unit.first, let set = SequenceParameters(unit: unit), let stated = set.held,
            max(frames, held) <= HeldFrames.most
        else { return nil }
        var writer = BitWriter()
        writer.copy(0..<stated.place, of: EmulationPrevention.removed(from: unit.dropFirst()))
        writer.exponentialGolomb(max(stated.reordered, frames))
        // What is reordered is held.
        writer.exponentialGolomb(max(stated.buffered, stated.reordered, frames, held))
        // The set ends with a one, and zeros up to the next byte.
        writer.bit(true)
        return [header] + EmulationPrevention.added(to: writer.bytes)
    }
}
