/// A unit that says what frames of a stream have in common.
package struct ParameterSet: Hashable, Sendable {
    /// What it is said of.
    package enum Kind: Hashable, Sendable {
        /// All layers of a stream: HEVC's VPS.
        case video
        /// A sequence of frames: SPS.
        case sequence
        /// Single frames: PPS.
        case picture
    }

    package let kind: Kind
    /// The unit, with its header.
    package let unit: [UInt8]
    /// The number by which others refer to it; `nil` where the set ends before it, and for sets of HEVC's further
    /// layers, which are laid out in other ways.
    package let id: UInt32?

    /// Reads a unit; `nil` where it is no parameter set.
    package init?(_ unit: ArraySlice<UInt8>, codec: NALCodec) {
        guard let header = NALUnitHeader(unit, codec: codec), let kind = header.parameterSet else { return nil }
        self.kind = kind
        self.unit = Array(unit)
        if case .hevc(let header) = header, header.layerID > 0 {
            id = nil
        } else {
            id = Self.id(of: unit, kind, codec)
        }
    }

    /// Whether it takes the place of an earlier set: one of the same kind and number, or its own equal.
    package func replaces(_ earlier: ParameterSet) -> Bool {
        unit == earlier.unit || kind == earlier.kind && id != nil && id == earlier.id
    }

    private static func id(of unit: ArraySlice<UInt8>, _ kind: Kind, _ codec: NALCodec) -> UInt32? {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst(codec.headerSize), limit: idLimit)
        var reader = BitReader(bytes[...])
        switch (codec, kind) {
        case (.hevc, .video):
            return reader.bits(4)
        case (.h264, .sequence):
            // Profile, constraints and level (H.264, 7.3.2.1.1).
            guard reader.bits(24) != nil else { return nil }
        case (.hevc, .sequence):
            // The VPS that it belongs to (H.265, 7.3.2.2.1).
            guard reader.bits(4) != nil, let highestLayer = reader.bits(3), reader.bit() != nil,
                skipProfiles(&reader, layersBelow: Int(highestLayer))
            else { return nil }
        case (_, .picture), (.h264, .video):
            break
        }
        return reader.exponentialGolomb()
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

extension NALCodec {
    /// The kinds of parameter sets that a decoder needs one of each.
    package var neededParameterSets: Set<ParameterSet.Kind> {
        self == .h264 ? [.sequence, .picture] : [.video, .sequence, .picture]
    }

    /// Whether a container that keeps a configuration record can store a stream with such headers: they are a record, or hold
    /// all parameter sets that one is made of.
    ///
    /// - Complexity: O(n) in the number of bytes.
    package func makesRecord(of headers: [UInt8]) -> Bool {
        lengthSize(inRecord: headers) != nil || hasParameterSets(NALUnits(self, .startCodes).units(of: headers[...]))
    }

    /// Whether a stream's headers, a record or units with start codes, hold one of each parameter set that a decoder needs. A
    /// record may leave them to the packets.
    ///
    /// - Complexity: O(n) in the number of bytes.
    package func hasParameterSets(in headers: [UInt8]) -> Bool {
        hasParameterSets(
            configuration(headers)?.units ?? NALUnits(self, .startCodes).units(of: headers[...])
        )
    }

    private func hasParameterSets(_ units: [ArraySlice<UInt8>]) -> Bool {
        neededParameterSets.isSubset(of: units.compactMap { ParameterSet($0, codec: self)?.kind })
    }
}
