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

    /// The unit, with its header.
    package let unit: [UInt8]
    private let name: ParameterSetName

    package var kind: Kind { name.kind }
    /// The number by which others refer to it (``ParameterSetName/id``).
    package var id: UInt32? { name.id }

    /// Reads a unit; `nil` where it is no parameter set.
    package init?(_ unit: ArraySlice<UInt8>, codec: NALCodec) {
        guard let name = ParameterSetName(unit, codec: codec) else { return nil }
        (self.unit, self.name) = (Array(unit), name)
    }

    /// Whether it takes the place of an earlier set: one of the same kind and number, or its own equal.
    package func replaces(_ earlier: ParameterSet) -> Bool {
        unit == earlier.unit || kind == earlier.kind && id != nil && id == earlier.id
    }
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
        hasParameterSets(units(inHeaders: headers))
    }

    /// The units of a stream's headers: of a record, or between start codes.
    ///
    /// - Complexity: O(n) in the number of bytes.
    package func units(inHeaders headers: [UInt8]) -> [ArraySlice<UInt8>] {
        configuration(headers)?.units ?? NALUnits(self, .startCodes).units(of: headers[...])
    }

    private func hasParameterSets(_ units: [ArraySlice<UInt8>]) -> Bool {
        neededParameterSets.isSubset(of: units.compactMap { ParameterSetName($0, codec: self)?.kind })
    }
}
