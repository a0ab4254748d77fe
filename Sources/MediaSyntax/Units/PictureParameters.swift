/// What a picture parameter set of H.264 says that the headers of slices cannot be read without (H.264, 7.3.2.2).
struct PictureParameters: Hashable, Sendable {
    /// The number of the sequence's set that it refers to.
    let sequenceID: UInt32
    /// Whether slices are coded arithmetically (CABAC), else by codes of whole bits (CAVLC).
    let isArithmetic: Bool
    /// Whether slices of frames state the order of the bottom field, too.
    let ordersFields: Bool
    /// How many pictures can be referred to from each of the two lists, unless a slice says otherwise.
    let references: [UInt32]
    /// Whether slices of type P hold weights.
    let weightsPredicted: Bool
    /// Whether slices of type B do.
    let weightsBidirectional: Bool
    /// The quantiser to which slices state a difference.
    let quantiser: Int
    /// Whether slices say how their edges are smoothed.
    let controlsDeblocking: Bool
    /// Whether slices say that they are redundant.
    let mayBeRedundant: Bool

    /// Reads a unit; `nil` where it ends too early, and for macroblocks in groups, which encoders do not make.
    init?(unit: ArraySlice<UInt8>) {
        var reader = BitReader(EmulationPrevention.removed(from: unit.dropFirst(), limit: 64)[...])
        guard reader.exponentialGolomb() != nil, let sequenceID = reader.exponentialGolomb(),
            let isArithmetic = reader.bit(), let ordersFields = reader.bit(), reader.exponentialGolomb() == 0,
            let first = reader.exponentialGolomb(), let second = reader.exponentialGolomb(), max(first, second) < 32,
            let weightsPredicted = reader.bit(), let weightsBidirectional = reader.bits(2),
            let quantiser = reader.signedExponentialGolomb(), reader.signedExponentialGolomb() != nil,
            reader.signedExponentialGolomb() != nil, let controlsDeblocking = reader.bit(), reader.skip(1),
            let mayBeRedundant = reader.bit()
        else { return nil }
        self.sequenceID = sequenceID
        self.isArithmetic = isArithmetic
        self.ordersFields = ordersFields
        references = [first + 1, second + 1]
        self.weightsPredicted = weightsPredicted
        self.weightsBidirectional = weightsBidirectional == 1
        self.quantiser = 26 + quantiser
        self.controlsDeblocking = controlsDeblocking
        self.mayBeRedundant = mayBeRedundant
    }
}
