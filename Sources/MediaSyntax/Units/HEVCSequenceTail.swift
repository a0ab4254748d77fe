/// What stands in a sequence parameter set of HEVC between how samples are kept and how frames are shown (H.265, 7.3.2.2.1).
struct HEVCSequenceTail: Sendable {
    /// Bits of the part of a picture's order that slices state.
    let orderBits: Int
    /// Which pictures a picture may keep and refer to: slices name one of them.
    let referenceSets: [HEVCReferenceSet]
    /// Whether slices name pictures that are kept for long.
    let hasLongTerm: Bool
    /// Those that slices name by their place here: the part of the order, and whether the picture itself refers to them.
    let longTerm: [(order: UInt32, isUsed: Bool)]

    /// Reads it, from behind the depth of luma up to the flag that says whether more is said of how frames are shown; `nil` where it
    /// cannot be read.
    init?(_ reader: inout BitReader, subLayers: Int) {
        guard reader.exponentialGolomb() != nil, let orderBits = reader.exponentialGolomb(), orderBits <= 12,
            let hasAll = reader.bit(), Self.skipNumbers(3 * (hasAll ? subLayers : 1) + 6, &reader),
            Self.skipScaling(&reader), reader.skip(2), Self.skipSamples(&reader),
            let sets = HEVCReferenceSet.read(&reader), let hasLongTerm = reader.bit()
        else { return nil }
        self.orderBits = Int(orderBits) + 4
        referenceSets = sets
        self.hasLongTerm = hasLongTerm
        var longTerm: [(order: UInt32, isUsed: Bool)] = []
        if hasLongTerm {
            guard let count = reader.exponentialGolomb(), count <= 32 else { return nil }
            for _ in 0..<count {
                guard let order = reader.bits(self.orderBits), let isUsed = reader.bit() else { return nil }
                longTerm.append((order, isUsed))
            }
        }
        self.longTerm = longTerm
        guard reader.skip(2) else { return nil }
    }

    /// Tables of coefficients (7.3.4).
    private static func skipScaling(_ reader: inout BitReader) -> Bool {
        guard let isEnabled = reader.bit() else { return false }
        guard isEnabled else { return true }
        guard let isThere = reader.bit() else { return false }
        guard isThere else { return true }
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                guard let isOwn = reader.bit() else { return false }
                let count = isOwn ? min(64, 1 << (4 + 2 * size)) + (size > 1 ? 1 : 0) : 1
                guard skipNumbers(count, &reader) else { return false }
            }
        }
        return true
    }

    /// How blocks of bare samples are kept.
    private static func skipSamples(_ reader: inout BitReader) -> Bool {
        guard let isEnabled = reader.bit() else { return false }
        return !isEnabled || reader.skip(8) && skipNumbers(2, &reader) && reader.skip(1)
    }

    private static func skipNumbers(_ count: Int, _ reader: inout BitReader) -> Bool {
        for _ in 0..<count where reader.exponentialGolomb() == nil { return false }
        return true
    }
}
