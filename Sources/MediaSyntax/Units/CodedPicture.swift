/// One picture of H.264, as the header of its first slice describes it (H.264, 7.3.3): a frame, or one of the two fields of
/// a frame.
package struct CodedPicture: Hashable, Sendable {
    package enum Structure: Hashable, Sendable {
        /// All lines, coded together.
        case frame
        /// The first line, the third, and so on.
        case topField
        /// The second line, the fourth, and so on.
        case bottomField
    }

    package let structure: Structure
    /// `frame_num`, which both fields of a frame have in common.
    package let frameNumber: UInt32
    /// Whether other pictures may refer to it.
    package let isReference: Bool

    package var isField: Bool { structure != .frame }

    /// Whether it is one field, and another picture, which is decoded next, is the other field of the same frame.
    package func isCompleted(by second: CodedPicture) -> Bool {
        isField && second.isField && structure != second.structure && frameNumber == second.frameNumber
            && isReference == second.isReference
    }
}

/// Reads which pictures the packets of a stream of H.264 hold. It keeps the parameter sets that it meets on its way, because
/// the headers of slices cannot be read without them.
package struct PictureReader: Hashable, Sendable {
    private let units: NALUnits
    private var sequences: [UInt32: SequenceParameters] = [:]
    /// The number of the sequence's set that each picture's set refers to.
    private var sequenceIDs: [UInt32: UInt32] = [:]

    /// A reader of a stream, with what the container says of it out of band.
    package init(configuration: [UInt8]) {
        units = NALUnits(.h264, configuration: configuration)
        if let record = AVCConfiguration(record: configuration[...]) {
            for unit in record.sequenceParameterSets + record.pictureParameterSets { keep(unit) }
        } else if units.framing == .startCodes {
            for unit in units.units(of: configuration[...]) { keep(unit) }
        }
    }

    /// Whether a picture may be a field, as far as the parameter sets say; `nil` where there were none yet.
    package var mayHaveFields: Bool? { sequences.isEmpty ? nil : sequences.values.contains(where: \.mayHaveFields) }

    /// Whether parameter sets stand in the packets, too.
    package var readsSets: Bool { units.framing == .startCodes }

    /// The first picture of the next packet; `nil` where it cannot be read.
    ///
    /// - Complexity: O(bytes before the picture's data).
    package mutating func firstPicture(in payload: Span<UInt8>) -> CodedPicture? {
        var cursor = NALUnitCursor(units.framing)
        while let start = cursor.next(in: payload) {
            guard case .h264(let header) = NALUnitHeader(payload, at: start, codec: .h264) else { continue }
            if header.type.isSlice { return picture(header, payload, at: start) }
            guard [.sequenceParameterSet, .pictureParameterSet].contains(header.type),
                let end = cursor.end(ofUnitAt: start, in: payload)
            else { continue }
            keep((start..<end).map { payload[$0] }[...])
        }
        return nil
    }

    /// Whether all slices of a packet belong to pictures of one structure.
    ///
    /// - Complexity: O(bytes of the packet) between start codes.
    package func holdsOnly(_ structure: CodedPicture.Structure, _ payload: Span<UInt8>) -> Bool {
        var cursor = NALUnitCursor(units.framing)
        while let start = cursor.next(in: payload) {
            guard case .h264(let header) = NALUnitHeader(payload, at: start, codec: .h264), header.type.isWholeSlice,
                let picture = picture(header, payload, at: start)
            else { continue }
            if picture.structure != structure { return false }
        }
        return true
    }

    private mutating func keep(_ unit: ArraySlice<UInt8>) {
        guard let set = ParameterSetName(unit, codec: .h264), let id = set.id else { return }
        switch set.kind {
        case .sequence:
            sequences[id] = SequenceParameters(unit: unit)
        case .picture:
            var reader = BitReader(EmulationPrevention.removed(from: unit.dropFirst(), limit: Self.headerLimit)[...])
            guard reader.exponentialGolomb() != nil else { return }
            sequenceIDs[id] = reader.exponentialGolomb()
        case .video:
            break
        }
    }

    private func picture(_ header: H264UnitHeader, _ payload: Span<UInt8>, at start: Int) -> CodedPicture? {
        let bytes = (start + 1..<min(start + 1 + Self.headerLimit, payload.count)).map { payload[$0] }
        var reader = BitReader(EmulationPrevention.removed(from: bytes[...])[...])
        // The first macroblock, and the type.
        guard reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil,
            let set = reader.exponentialGolomb(), let sequence = sequenceIDs[set].flatMap({ sequences[$0] }),
            reader.skip(sequence.hasSeparatePlanes ? 2 : 0), let number = reader.bits(sequence.frameNumberBits)
        else { return nil }
        var structure = CodedPicture.Structure.frame
        if sequence.mayHaveFields {
            guard let isField = reader.bit() else { return nil }
            if isField {
                guard let isBottom = reader.bit() else { return nil }
                structure = isBottom ? .bottomField : .topField
            }
        }
        return CodedPicture(structure: structure, frameNumber: number, isReference: header.isReference)
    }

    /// The fields of a header that are read stand within so many bytes.
    private static let headerLimit = 32
}

extension H264UnitType {
    /// Whether it begins with the header of a slice. Later partitions of a slice do not.
    fileprivate var isWholeSlice: Bool { [.slice, .partitionA, .idrSlice].contains(self) }
}
