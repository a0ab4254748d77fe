internal import MediaSyntax

/// The parameter sets of a camera's H.264 or HEVC as they came last, each once.
struct StreamParameterSets {
    private let codec: NALCodec
    private var sets: [ParameterSet] = []

    init(_ codec: NALCodec) { self.codec = codec }

    /// Adds sets, or puts them in the place of earlier ones.
    mutating func add(_ news: [ParameterSet]) {
        for set in news {
            if let place = sets.firstIndex(where: set.replaces) { sets[place] = set } else { sets.append(set) }
        }
    }

    /// Whether decoding can begin with them.
    var isComplete: Bool { codec.neededParameterSets.isSubset(of: sets.map(\.kind)) }

    /// In the byte-stream format.
    var bytes: [UInt8] { sets.flatMap { [0, 0, 0, 1] + $0.unit } }
}
