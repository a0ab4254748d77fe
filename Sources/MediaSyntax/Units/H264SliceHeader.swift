/// What the header of a slice of H.264 says of its picture, and where in it that stands (H.264, 7.3.3). Places are bits, counted
/// from behind the unit's header, without bytes that prevent start codes.
struct H264SliceHeader {
    /// A header stands within so many bytes, unless it weights very many pictures.
    private static let limit = 512

    /// A number of so many bits.
    struct Field {
        var place = 0
        var bitCount = 0
        var value: UInt32 = 0
    }

    /// How the picture takes part in what others refer to.
    enum Marking {
        /// The oldest picture makes room.
        case sliding
        /// So do those that are named.
        case named
        /// Some are kept until further notice, or all are forgotten.
        case lasting
    }

    /// A picture that is kept no longer.
    struct Removal {
        /// How much less its number is, less one; of a field in fields.
        let difference: UInt32
        /// Where that stands.
        let bits: Range<Int>
    }

    /// Whether it refers to no other picture.
    let isIntra: Bool
    /// `frame_num`.
    private(set) var number = Field()
    /// Whether the picture is the field of the even lines; `nil` where it is a frame.
    private(set) var isBottomField: Bool?
    /// Where the number of an IDR picture stands, or would stand.
    private(set) var restartPlace = 0
    /// `pic_order_cnt_lsb`; empty where pictures are presented as they are decoded.
    private(set) var order = Field()
    /// How much later the even lines are presented than the odd ones.
    private(set) var bottomDelay = 0
    /// Where it stands which pictures are kept.
    private(set) var markingBits = 0..<0
    private(set) var marking = Marking.sliding
    /// Whether all pictures are forgotten behind it, and are numbered anew as if it had been number 0.
    private(set) var beginsAnew = false
    /// Pictures that are named to make room.
    private(set) var removals: [Removal] = []
    /// The quantiser of its first macroblocks.
    private(set) var quantiser = 0
    /// Where the header ends.
    private(set) var end = 0

    private var reader: BitReader
    /// `slice_type` modulo 5: 0 for P, 1 for B, 2 for I, 3 for SP, 4 for SI.
    private let type: UInt32
    private let unit: H264UnitHeader
    private let sequence: SequenceParameters
    private let picture: PictureParameters
    private var references: [UInt32]

    private var isBidirectional: Bool { type == 1 }

    /// Whether macroblocks are coded arithmetically (CABAC): then their data begins with a byte.
    var isArithmetic: Bool { picture.isArithmetic }
    /// Whether the order of pictures follows from their numbers in a way that depends on where counting began.
    var hasCycles: Bool { if case .differences = sequence.order { true } else { false } }

    /// The bytes in which the header of the slice stands that begins at a place of a payload, and that ends at another one or, at the
    /// latest, with it: behind the unit's header, without those that prevent start codes.
    static func bytes(ofSliceAt start: Int, to end: Int? = nil, in payload: Span<UInt8>) -> [UInt8] {
        let end = min(end ?? payload.count, start + 1 + limit, payload.count)
        return EmulationPrevention.removed(from: (start + 1..<max(start + 1, end)).map { payload[$0] }[...])
    }

    /// The sets that a header refers to, with its type and a reader of what stands behind their number; `nil` where it ends too early or
    /// they are not there.
    private static func begin(
        _ bytes: ArraySlice<UInt8>,
        _ sets: H264Sets
    ) -> (reader: BitReader, type: UInt32, sets: (sequence: SequenceParameters, picture: PictureParameters))? {
        var reader = BitReader(bytes)
        guard reader.exponentialGolomb() != nil, let type = reader.exponentialGolomb(),
            let id = reader.exponentialGolomb(), let found = sets[picture: id]
        else { return nil }
        return (reader, type, found)
    }

    /// The set of the sequence that a slice belongs to, whose header stands in some bytes; `nil` where it is not there.
    static func sequence(_ bytes: ArraySlice<UInt8>, _ sets: H264Sets) -> SequenceParameters? {
        begin(bytes, sets)?.sets.sequence
    }

    /// Reads a header; `nil` where it ends too early or refers to sets that are not there.
    init?(_ bytes: ArraySlice<UInt8>, unit: H264UnitHeader, sets: H264Sets) {
        guard let (reader, type, (sequence, picture)) = Self.begin(bytes, sets) else { return nil }
        (self.reader, self.type, self.unit, self.sequence, self.picture) = (reader, type % 5, unit, sequence, picture)
        isIntra = [2, 4].contains(type % 5)
        references = picture.references
        guard readNumbers(), skipReferenceCounts(), skipReorderings(), skipWeights(), readMarking(), readRest() else {
            return nil
        }
        end = self.reader.position
    }

    private mutating func field(_ bitCount: Int) -> Field? {
        let place = reader.position
        return reader.bits(bitCount).map { Field(place: place, bitCount: bitCount, value: $0) }
    }

    private mutating func readNumbers() -> Bool {
        guard reader.skip(sequence.hasSeparatePlanes ? 2 : 0), let number = field(sequence.frameNumberBits) else {
            return false
        }
        self.number = number
        if sequence.mayHaveFields {
            guard let isField = reader.bit() else { return false }
            if isField {
                guard let isBottom = reader.bit() else { return false }
                isBottomField = isBottom
            }
        }
        restartPlace = reader.position
        if unit.type == .idrSlice, reader.exponentialGolomb() == nil { return false }
        order.place = reader.position
        let hasSecond = picture.ordersFields && isBottomField == nil
        switch sequence.order {
        case .number(let bits):
            guard let order = field(bits) else { return false }
            self.order = order
            if hasSecond {
                guard let delay = reader.signedExponentialGolomb() else { return false }
                bottomDelay = delay
            }
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
    private mutating func readMarking() -> Bool {
        let start = reader.position
        markingBits = start..<start
        defer { markingBits = start..<reader.position }
        guard unit.isReference else { return true }
        if unit.type == .idrSlice { return reader.skip(2) }
        guard let isNamed = reader.bit() else { return false }
        if isNamed { marking = .named }
        while isNamed {
            let place = reader.position
            guard let operation = reader.exponentialGolomb(), operation <= 6 else { return false }
            if operation == 0 { break }
            if operation == 1 {
                guard let difference = reader.exponentialGolomb() else { return false }
                removals.append(Removal(difference: difference, bits: place..<reader.position))
                continue
            }
            marking = .lasting
            if operation == 5 { beginsAnew = true }
            let count = operation == 5 ? 0 : operation == 3 ? 2 : 1
            guard (0..<count).allSatisfy({ _ in reader.exponentialGolomb() != nil }) else { return false }
        }
        return true
    }

    private mutating func readRest() -> Bool {
        if picture.isArithmetic, !isIntra, reader.exponentialGolomb() == nil { return false }
        guard let difference = reader.signedExponentialGolomb() else { return false }
        quantiser = picture.quantiser + difference
        // Slices of type SP and SI say how they are switched to.
        if type == 3, !reader.skip(1) { return false }
        if type >= 3, reader.exponentialGolomb() == nil { return false }
        guard picture.controlsDeblocking else { return true }
        guard let deblocking = reader.exponentialGolomb() else { return false }
        return deblocking == 1 || reader.exponentialGolomb() != nil && reader.exponentialGolomb() != nil
    }
}
