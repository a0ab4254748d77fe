/// What stands in a sequence parameter set of HEVC between how samples are kept and how frames are shown (H.265, 7.3.2.2.1).
enum HEVCSequenceTail {
    /// Passes over it, from behind the depth of luma up to the flag that says whether more is said of how frames are shown; `false` where it
    /// cannot be read.
    static func skip(_ reader: inout BitReader, subLayers: Int) -> Bool {
        guard reader.exponentialGolomb() != nil, let countBits = reader.exponentialGolomb(), countBits <= 12,
            let hasAll = reader.bit(), skipNumbers(3 * (hasAll ? subLayers : 1) + 6, &reader),
            skipScaling(&reader), reader.skip(2), skipSamples(&reader), skipReferences(&reader),
            let hasLongTerm = reader.bit()
        else { return false }
        if hasLongTerm {
            guard let count = reader.exponentialGolomb(), count <= 32,
                reader.skip(Int(count) * (Int(countBits) + 4 + 1))
            else { return false }
        }
        return reader.skip(2)
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

    /// Which pictures refer to which (7.3.7).
    private static func skipReferences(_ reader: inout BitReader) -> Bool {
        guard let sets = reader.exponentialGolomb(), sets <= 64 else { return false }
        var count = 0
        for index in 0..<sets {
            var isPredicted = false
            if index > 0 {
                guard let flag = reader.bit() else { return false }
                isPredicted = flag
            }
            if isPredicted {
                guard reader.skip(1), reader.exponentialGolomb() != nil else { return false }
                var kept = 0
                for _ in 0...count {
                    guard let isUsed = reader.bit() else { return false }
                    if isUsed {
                        kept += 1
                    } else {
                        guard let isKept = reader.bit() else { return false }
                        if isKept { kept += 1 }
                    }
                }
                count = kept
            } else {
                guard let negative = reader.exponentialGolomb(), let positive = reader.exponentialGolomb(),
                    negative <= 16, positive <= 16
                else { return false }
                count = Int(negative + positive)
                for _ in 0..<count {
                    guard reader.exponentialGolomb() != nil, reader.skip(1) else { return false }
                }
            }
        }
        return true
    }

    private static func skipNumbers(_ count: Int, _ reader: inout BitReader) -> Bool {
        for _ in 0..<count where reader.exponentialGolomb() == nil { return false }
        return true
    }
}
