/// How a stream of H.264 is coded: what an encoder must know whose frames are to stand in the same track.
package struct H264Coding: Hashable, Sendable {
    /// `profile_idc`.
    package let profile: UInt8
    /// `profile_idc`, the constraints and `level_idc`, as a sequence parameter set begins with them.
    package let head: [UInt8]
    /// How many frames can be referred to at a time.
    package let referenceFrames: Int
    /// Whether a picture may be a field, or hold macroblocks of fields.
    package let mayHaveFields: Bool
    /// Whether slices are coded arithmetically (CABAC).
    package let isArithmetic: Bool
    /// Whether frames refer to no others, by the profile (`constraint_set3_flag` of the profiles High 10 and beyond).
    package var isIntraOnly: Bool { profile == 44 || [110, 122, 244].contains(profile) && head[1] & 0x10 != 0 }
    /// Whether sets of the profile say which chroma format the stream has.
    package var statesFormat: Bool { Self.statesFormat(profile: profile) }

    /// Whether sets of a profile say which chroma format the stream has: those of High and beyond.
    package static func statesFormat(profile: UInt8) -> Bool { SequenceParameters.statesFormat(profile: profile) }
}

/// Reads how the frames of a stream of H.264 are coded: their sets, and the quantisers of their slices.
package struct H264CodingReader: Sendable {
    private let units: NALUnits
    private var sequences: [UInt32: SequenceParameters] = [:]
    private var pictures: [UInt32: PictureParameters] = [:]
    /// The numbers of all parameter sets so far.
    package private(set) var setNumbers: Set<UInt32> = []
    /// The coding of the last frame; `nil` where none could be read.
    package private(set) var coding: H264Coding?

    /// A reader of a stream, with what the container says of it out of band.
    package init(configuration: [UInt8]) {
        units = NALUnits(.h264, configuration: configuration)
        let sets = units.codec.configuration(configuration)?.units
        for unit in sets ?? NALUnits(.h264, .startCodes).units(of: configuration[...]) { keep(unit) }
    }

    /// Takes the next packet. Returns the quantiser of its first slice, from 0 (the best, for 8 bits) to 51; `nil` where it
    /// cannot be read.
    ///
    /// - Complexity: O(bytes before the frame's data).
    package mutating func quantiser(ofFrameIn payload: Span<UInt8>) -> Int? {
        var cursor = NALUnitCursor(units.framing)
        while let start = cursor.next(in: payload) {
            guard case .h264(let header) = NALUnitHeader(payload, at: start, codec: .h264) else { continue }
            if header.type.isSlice {
                let bytes = (start + 1..<min(start + 1 + Self.headerLimit, payload.count)).map { payload[$0] }
                return quantiser(header, bytes)
            }
            guard [.sequenceParameterSet, .pictureParameterSet].contains(header.type),
                let end = cursor.end(ofUnitAt: start, in: payload)
            else { continue }
            keep((start..<end).map { payload[$0] }[...])
        }
        return nil
    }

    private mutating func keep(_ unit: ArraySlice<UInt8>) {
        guard let set = ParameterSet(unit, codec: .h264), let id = set.id else { return }
        setNumbers.insert(id)
        switch set.kind {
        case .sequence: sequences[id] = SequenceParameters(unit: unit)
        case .picture: pictures[id] = PictureParameters(unit: unit)
        case .video: break
        }
    }

    private mutating func quantiser(_ header: H264UnitHeader, _ bytes: [UInt8]) -> Int? {
        var reader = BitReader(EmulationPrevention.removed(from: bytes[...])[...])
        guard reader.exponentialGolomb() != nil, let type = reader.exponentialGolomb(),
            let id = reader.exponentialGolomb(), let picture = pictures[id],
            let sequence = sequences[picture.sequenceID], let profile = sequence.head.first
        else { return nil }
        coding = H264Coding(
            profile: profile,
            head: sequence.head,
            referenceFrames: sequence.referenceFrames,
            mayHaveFields: sequence.mayHaveFields,
            isArithmetic: picture.isArithmetic
        )
        var slice = SliceHeaderReader(reader: reader, type: type % 5, unit: header, sequence, picture)
        return slice.quantiser()
    }

    /// What is read of a slice stands within so many bytes, unless it weights very many pictures.
    private static let headerLimit = 512
}

/// Goes through the header of a slice, from behind the number of its picture's set to its quantiser (H.264, 7.3.3).
private struct SliceHeaderReader {
    var reader: BitReader
    /// `slice_type` modulo 5: 0 for P, 1 for B, 2 for I, 3 for SP, 4 for SI.
    private let type: UInt32
    private let unit: H264UnitHeader
    private let sequence: SequenceParameters
    private let picture: PictureParameters
    private var references: [UInt32]

    init(
        reader: BitReader,
        type: UInt32,
        unit: H264UnitHeader,
        _ sequence: SequenceParameters,
        _ picture: PictureParameters
    ) {
        (self.reader, self.type, self.unit) = (reader, type, unit)
        (self.sequence, self.picture) = (sequence, picture)
        references = picture.references
    }

    private var isIntra: Bool { type == 2 || type == 4 }
    private var isBidirectional: Bool { type == 1 }

    mutating func quantiser() -> Int? {
        guard skipNumbers(), skipReferenceCounts(), skipReorderings(), skipWeights(), skipMarking() else { return nil }
        if picture.isArithmetic, !isIntra, reader.exponentialGolomb() == nil { return nil }
        return reader.signedExponentialGolomb().map { picture.quantiser + $0 }
    }

    private mutating func skipNumbers() -> Bool {
        guard reader.skip((sequence.hasSeparatePlanes ? 2 : 0) + sequence.frameNumberBits) else { return false }
        var isField = false
        if sequence.mayHaveFields {
            guard let flag = reader.bit(), reader.skip(flag ? 1 : 0) else { return false }
            isField = flag
        }
        if unit.type == .idrSlice, reader.exponentialGolomb() == nil { return false }
        let hasSecond = picture.ordersFields && !isField
        switch sequence.order {
        case .number(let bits):
            guard reader.skip(bits), !hasSecond || reader.exponentialGolomb() != nil else { return false }
        case .differences(isZero: false):
            guard reader.exponentialGolomb() != nil, !hasSecond || reader.exponentialGolomb() != nil else {
                return false
            }
        case .differences(isZero: true), .decoding:
            break
        }
        return !picture.mayBeRedundant || reader.exponentialGolomb() != nil
    }

    private mutating func skipReferenceCounts() -> Bool {
        if isBidirectional, !reader.skip(1) { return false }
        guard !isIntra, let overrides = reader.bit() else { return isIntra }
        guard overrides else { return true }
        for list in 0..<(isBidirectional ? 2 : 1) {
            guard let count = reader.exponentialGolomb(), count < 32 else { return false }
            references[list] = count + 1
        }
        return true
    }

    /// `ref_pic_list_modification`.
    private mutating func skipReorderings() -> Bool {
        for _ in 0..<(isIntra ? 0 : isBidirectional ? 2 : 1) {
            guard let isPresent = reader.bit() else { return false }
            guard isPresent else { continue }
            while true {
                guard let operation = reader.exponentialGolomb() else { return false }
                if operation == 3 { break }
                guard operation < 3, reader.exponentialGolomb() != nil else { return false }
            }
        }
        return true
    }

    /// `pred_weight_table`.
    private mutating func skipWeights() -> Bool {
        guard !isIntra, isBidirectional ? picture.weightsBidirectional : picture.weightsPredicted else { return true }
        let hasChroma = sequence.chromaFormat != 0 && !sequence.hasSeparatePlanes
        guard reader.exponentialGolomb() != nil, !hasChroma || reader.exponentialGolomb() != nil else { return false }
        for count in references.prefix(isBidirectional ? 2 : 1) {
            for _ in 0..<count {
                // A weight and an offset, for each of the planes.
                guard skipCodes(2), !hasChroma || skipCodes(4) else { return false }
            }
        }
        return true
    }

    /// So many codes, if a flag says that they are there.
    private mutating func skipCodes(_ count: Int) -> Bool {
        guard let isPresent = reader.bit() else { return false }
        return !isPresent || (0..<count).allSatisfy { _ in reader.exponentialGolomb() != nil }
    }

    /// `dec_ref_pic_marking`.
    private mutating func skipMarking() -> Bool {
        guard unit.isReference else { return true }
        if unit.type == .idrSlice { return reader.skip(2) }
        guard let isAdaptive = reader.bit() else { return false }
        while isAdaptive {
            guard let operation = reader.exponentialGolomb(), operation <= 6 else { return false }
            if operation == 0 { break }
            let count = operation == 5 ? 0 : operation == 3 ? 2 : 1
            guard (0..<count).allSatisfy({ _ in reader.exponentialGolomb() != nil }) else { return false }
        }
        return true
    }
}
