/// What a sequence parameter set of H.264 says that the headers of slices cannot be read without (H.264, 7.3.2.1.1), and
/// what an encoder must know to go on like it.
struct SequenceParameters: Hashable, Sendable {
    /// `profile_idc`, the constraints and `level_idc`: the bytes behind the unit's header.
    let head: [UInt8]
    /// `chroma_format_idc`: 0 without colour, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
    let chromaFormat: UInt32
    /// Bits of a sample of luma.
    let bitDepth: Int
    /// How the order of presentation is coded.
    let order: Order
    /// Bits of `frame_num`.
    let frameNumberBits: Int
    /// Whether single pictures may be fields: `frame_mbs_only_flag` is 0.
    let mayHaveFields: Bool
    /// Whether each slice says which colour plane it belongs to.
    let hasSeparatePlanes: Bool
    /// Whether what is coded with the finest quantiser is coded without loss: `qpprime_y_zero_transform_bypass_flag`.
    let mayBeLossless: Bool

    /// How messages about pictures are laid out; `nil` where the set does not say.
    let timing: PictureTiming.Layout?
    /// How many frames are held back; `nil` where the set does not say.
    let held: HeldFrames?
    /// Macroblocks of a frame.
    let macroblocks: Int
    /// Where it stands whether numbers may be missing: bits behind the unit's header.
    let gapsPlace: Int
    /// Where what comes behind `frame_mbs_only_flag` begins: bits behind the unit's header.
    let restPlace: Int

    /// Reads a unit; `nil` where it ends too early, or holds a number that is not allowed.
    init?(unit: ArraySlice<UInt8>) {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst(), limit: Self.limit)
        var reader = BitReader(bytes[...])
        guard reader.skip(24), let profile = bytes.first, reader.exponentialGolomb() != nil else { return nil }
        var hasSeparatePlanes = false
        var chromaFormat: UInt32 = 1
        var samples = SampleFormat(bitDepth: 8, mayBeLossless: false)
        if Self.statesFormat(profile: profile) {
            guard let chroma = reader.exponentialGolomb() else { return nil }
            chromaFormat = chroma
            if chroma == 3 {
                guard let flag = reader.bit() else { return nil }
                hasSeparatePlanes = flag
            }
            guard let format = SampleFormat(&reader, listCount: chroma == 3 ? 12 : 8) else { return nil }
            samples = format
        }
        guard let numberBits = reader.exponentialGolomb(), numberBits <= 12, let order = Order(&reader),
            // How many frames can be referred to at a time.
            reader.exponentialGolomb() != nil
        else { return nil }
        gapsPlace = reader.position
        // Width and height.
        guard reader.skip(1), let columns = reader.exponentialGolomb(), let rows = reader.exponentialGolomb(),
            let framesOnly = reader.bit()
        else { return nil }
        let area = (Int(columns) + 1).multipliedReportingOverflow(by: (Int(rows) + 1) * (framesOnly ? 1 : 2))
        guard !area.overflow else { return nil }
        macroblocks = area.partialValue
        restPlace = reader.position
        timing = Self.readTiming(&reader, mayHaveFields: !framesOnly)
        held = timing == nil ? nil : HeldFrames(&reader)
        head = Array(bytes.prefix(3))
        self.chromaFormat = chromaFormat
        self.order = order
        bitDepth = samples.bitDepth
        mayBeLossless = samples.mayBeLossless
        frameNumberBits = Int(numberBits) + 4
        mayHaveFields = !framesOnly
        self.hasSeparatePlanes = hasSeparatePlanes
    }

    /// Whether numbers may be missing by a set: `gaps_in_frame_num_value_allowed_flag`; `nil` where it cannot be read.
    static func allowsGaps(_ unit: ArraySlice<UInt8>) -> Bool? {
        guard let set = SequenceParameters(unit: unit) else { return nil }
        let bytes = EmulationPrevention.removed(from: unit.dropFirst())
        return bytes[set.gapsPlace / 8] & 0x80 >> UInt8(set.gapsPlace % 8) != 0
    }

    /// A set by which numbers may be missing; `nil` where it cannot be read.
    static func allowingGaps(_ unit: ArraySlice<UInt8>) -> [UInt8]? {
        guard let header = unit.first, let set = SequenceParameters(unit: unit) else { return nil }
        var bytes = EmulationPrevention.removed(from: unit.dropFirst())
        bytes[set.gapsPlace / 8] |= 0x80 >> UInt8(set.gapsPlace % 8)
        return [header] + EmulationPrevention.added(to: bytes)
    }

    /// Whether the sets of a profile say which chroma format the stream has: those of the profile High and beyond.
    static func statesFormat(profile: UInt8) -> Bool { profilesWithFormat.contains(profile) }

    /// Profiles whose sets say which chroma format the stream has.
    private static let profilesWithFormat: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
    /// What is read stands within so many bytes, unless scaling lists are of no use.
    private static let limit = 4096
}

extension SequenceParameters {
    /// What sets of the profile High and beyond say of samples.
    private struct SampleFormat {
        let bitDepth: Int
        let mayBeLossless: Bool

        init(bitDepth: Int, mayBeLossless: Bool) {
            (self.bitDepth, self.mayBeLossless) = (bitDepth, mayBeLossless)
        }

        /// Passes over scaling matrices.
        init?(_ reader: inout BitReader, listCount: Int) {
            guard let depth = reader.exponentialGolomb(), depth <= 6, reader.exponentialGolomb() != nil,
                let mayBeLossless = reader.bit(), let hasLists = reader.bit()
            else { return nil }
            for list in 0..<(hasLists ? listCount : 0) {
                guard let isPresent = reader.bit() else { return nil }
                if isPresent, !Self.skipScalingList(&reader, count: list < 6 ? 16 : 64) { return nil }
            }
            self.init(bitDepth: 8 + Int(depth), mayBeLossless: mayBeLossless)
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
    }
}

extension SequenceParameters {
    /// What slices say of the order of presentation (H.264, 7.3.2.1.1 and 7.3.3).
    enum Order: Hashable, Sendable {
        /// A number of so many bits.
        case number(bits: Int)
        /// Up to two differences from an expected order, or none where all are 0.
        case differences(isZero: Bool)
        /// Nothing: frames are presented as they are decoded.
        case decoding

        init?(_ reader: inout BitReader) {
            switch reader.exponentialGolomb() {
            case 0:
                guard let bits = reader.exponentialGolomb(), bits <= 12 else { return nil }
                self = .number(bits: Int(bits) + 4)
            case 1:
                guard let isZero = reader.bit(), reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil,
                    let count = reader.exponentialGolomb(), count <= 255,
                    (0..<count).allSatisfy({ _ in reader.exponentialGolomb() != nil })
                else { return nil }
                self = .differences(isZero: isZero)
            case 2:
                self = .decoding
            default:
                return nil
            }
        }
    }
}
