internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// H.264 of a source: its sets, and the quantisers of its slices.
struct H264SourceCoding: SourceCoding {
    private let units: NALUnits
    private var reader: H264CodingReader
    private var coding: H264Coding?
    private var setNumbers: Set<UInt32> = []
    /// Of the frames' first slices.
    private var quantisers: [Int] = []
    private(set) var information: [UInt8]?

    init(_ units: NALUnits, _ parameters: CodecParameters) {
        self.units = units
        reader = H264CodingReader(configuration: parameters.extradata)
    }

    mutating func begin(_ parameters: CodecParameters) {
        reader = H264CodingReader(configuration: parameters.extradata)
    }

    mutating func take(_ payload: Span<UInt8>) -> JointPlace {
        if let quantiser = reader.quantiser(ofFrameIn: payload) { quantisers.append(quantiser) }
        coding = coding ?? reader.coding
        setNumbers.formUnion(reader.setNumbers)
        if information == nil { information = units.lastingInformation(of: payload) }
        var place = JointPlace(units, payload)
        let entry = units.decodingEntry(payload)
        place.isEntry = entry.map { $0.kind == .exact && $0.isReference } ?? false
        return place
    }

    /// What was quantised before, by another encoder's choice of blocks, loses again: so the quality is finer than the mean of the
    /// source's quantisers, and never coarser than that of a good copy. At the same quantiser x264's fastest preset loses hardly more
    /// than others, and is larger: of few frames that counts less than the time. Quality 0 is lossless, which libavcodec does not decode
    /// behind frames that are not, by sets that do not allow it.
    var encoding: VideoEncoding {
        let mean = quantisers.isEmpty ? nil : quantisers.reduce(0, +) / quantisers.count
        let best = coding?.mayBeLossless ?? false ? 0 : 1
        let quality = mean.map { max(best, min($0 - Self.finer, Self.coarsest)) }
        return VideoEncoding(
            codec: .h264,
            quality: quality ?? Self.coarsest,
            preset: "ultrafast"
        )
    }

    func mismatch(_ parameters: CodecParameters) -> String? {
        if let coding, !H264Joint.profiles.contains(coding.profile) {
            return "frames of its profile (\(parameters.profileName ?? "\(coding.profile)")) are not encoded"
        }
        return units.mismatch
    }

    func joint(_ parameters: CodecParameters, allowingGaps allowsGaps: Bool) -> (any JointEncoding)? {
        coding.flatMap {
            H264Joint(
                $0,
                without: setNumbers,
                units: units,
                allowsGaps: allowsGaps,
                hasFullChroma: parameters.pixelFormat?.hasFullChroma ?? false,
                reorderDepth: parameters.reorderDepth
            )
        }
    }

    private static let finer = 8
    /// The coarsest quantiser at which frames differ little enough from copied ones beside them: by 45 dB in noise.
    private static let coarsest = 16
}

extension JointPlace {
    /// What the first slice of a packet says.
    init(_ units: NALUnits, _ payload: Span<UInt8>) {
        guard let header = units.firstHeader(in: payload, where: \.isSlice) else { return }
        (isBreak, isSeparate) = (header.isRandomAccess, header.forgetsAll)
    }
}

extension NALUnits {
    /// Why encoded frames do not fit into packets like the source's; `nil` where they do.
    var mismatch: String? {
        guard case .lengths(let size) = framing, size < 3 else { return nil }
        return "its units have lengths of \(size) bytes, and encoded ones may be longer"
    }
}
