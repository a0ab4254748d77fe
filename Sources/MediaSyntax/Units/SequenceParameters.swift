/// What a sequence parameter set of H.264 says that the headers of slices cannot be read without (H.264, 7.3.2.1.1).
struct SequenceParameters: Hashable, Sendable {
    /// Bits of `frame_num`.
    let frameNumberBits: Int
    /// Whether single pictures may be fields: `frame_mbs_only_flag` is 0.
    let mayHaveFields: Bool
    /// Whether each slice says which colour plane it belongs to.
    let hasSeparatePlanes: Bool

    /// Reads a unit; `nil` where it ends too early, or holds a number that is not allowed.
    init?(unit: ArraySlice<UInt8>) {
        var reader = BitReader(EmulationPrevention.removed(from: unit.dropFirst(), limit: Self.limit)[...])
        guard let profile = reader.bits(8), reader.skip(16), reader.exponentialGolomb() != nil else { return nil }
        var hasSeparatePlanes = false
        if Self.profilesWithFormat.contains(profile) {
            guard let chroma = reader.exponentialGolomb() else { return nil }
            if chroma == 3 {
                guard let flag = reader.bit() else { return nil }
                hasSeparatePlanes = flag
            }
            guard Self.skipFormat(&reader, listCount: chroma == 3 ? 12 : 8) else { return nil }
        }
        guard let numberBits = reader.exponentialGolomb(), numberBits <= 12, Self.skipOrder(&reader),
            // Reference frames, whether numbers may be missing, width and height.
            reader.exponentialGolomb() != nil, reader.skip(1), reader.exponentialGolomb() != nil,
            reader.exponentialGolomb() != nil, let framesOnly = reader.bit()
        else { return nil }
        frameNumberBits = Int(numberBits) + 4
        mayHaveFields = !framesOnly
        self.hasSeparatePlanes = hasSeparatePlanes
    }

    /// Depths of samples, and scaling matrices.
    private static func skipFormat(_ reader: inout BitReader, listCount: Int) -> Bool {
        guard reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil, reader.skip(1),
            let hasLists = reader.bit()
        else { return false }
        guard hasLists else { return true }
        for list in 0..<listCount {
            guard let isPresent = reader.bit() else { return false }
            if isPresent, !skipScalingList(&reader, count: list < 6 ? 16 : 64) { return false }
        }
        return true
    }

    /// `scaling_list` (H.264, 7.3.2.1.1.1): differences, up to the one that makes the next factor 0.
    private static func skipScalingList(_ reader: inout BitReader, count: Int) -> Bool {
        var factor = 8
        for _ in 0..<count {
            guard let code = reader.exponentialGolomb() else { return false }
            let size = Int(code / 2 + code % 2)
            factor = (factor + (code % 2 == 1 ? size : -size)) & 255
            if factor == 0 { break }
        }
        return true
    }

    /// How the order of presentation is coded.
    private static func skipOrder(_ reader: inout BitReader) -> Bool {
        switch reader.exponentialGolomb() {
        case 0:
            return reader.exponentialGolomb() != nil
        case 1:
            guard reader.skip(1), reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil,
                let count = reader.exponentialGolomb(), count <= 255
            else { return false }
            return (0..<count).allSatisfy { _ in reader.exponentialGolomb() != nil }
        case 2:
            return true
        default:
            return false
        }
    }

    /// Profiles whose sets say which chroma format the stream has.
    private static let profilesWithFormat: Set<UInt32> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
    /// What is read stands within so many bytes, unless scaling lists are of no use.
    private static let limit = 4096
}
