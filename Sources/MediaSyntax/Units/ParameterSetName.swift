/// What a parameter set is called by others: its kind and its number.
///
/// It is read without a copy of the unit. (A copy that only ``ParameterSet`` held, and nobody read, was written to memory that
/// was free again: Swift 6.3.1, optimised.)
package struct ParameterSetName: Hashable, Sendable {
    package let kind: ParameterSet.Kind
    /// The number by which others refer to it; `nil` where the set ends before it, and for sets of HEVC's further
    /// layers, which are laid out in other ways.
    package let id: UInt32?

    /// Reads a unit; `nil` where it is no parameter set.
    package init?(_ unit: ArraySlice<UInt8>, codec: NALCodec) {
        guard let header = NALUnitHeader(unit, codec: codec), let kind = header.parameterSet else { return nil }
        self.kind = kind
        if case .hevc(let header) = header, header.layerID > 0 {
            id = nil
        } else {
            id = Self.id(of: unit, kind, codec)
        }
    }

    private static func id(of unit: ArraySlice<UInt8>, _ kind: ParameterSet.Kind, _ codec: NALCodec) -> UInt32? {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst(codec.headerSize), limit: idLimit)
        var reader = BitReader(bytes[...])
        switch (codec, kind) {
        case (.hevc, .video):
            return reader.bits(4)
        case (.h264, .sequence):
            // Profile, constraints and level (H.264, 7.3.2.1.1).
            guard reader.bits(24) != nil else { return nil }
        case (.hevc, .sequence):
            guard skipToSequenceNumber(&reader) else { return nil }
        case (_, .picture), (.h264, .video):
            break
        }
        return reader.exponentialGolomb()
    }

    /// Passes over what stands before the number of a sequence parameter set of HEVC: the VPS that it belongs to, its temporal layers,
    /// and their profiles (H.265, 7.3.2.2.1).
    static func skipToSequenceNumber(_ reader: inout BitReader) -> Bool {
        guard reader.skip(4), let highestLayer = reader.bits(3), reader.skip(1) else { return false }
        return skipProfiles(&reader, layersBelow: Int(highestLayer))
    }

    /// `profile_tier_level` (H.265, 7.3.3): of the stream, and of those of its lower temporal layers that state theirs.
    private static func skipProfiles(_ reader: inout BitReader, layersBelow: Int) -> Bool {
        guard reader.skip(88 + 8) else { return false }
        var bitCount = 0
        for _ in 0..<layersBelow {
            guard let hasProfile = reader.bit(), let hasLevel = reader.bit() else { return false }
            bitCount += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
        }
        // The flags of the layers that there are not fill up eight.
        let filling = layersBelow > 0 ? 2 * (8 - layersBelow) : 0
        return reader.skip(filling + bitCount)
    }

    /// The number stands within so many bytes: seven temporal layers' profiles are the longest that comes before it.
    private static let idLimit = 128
}
