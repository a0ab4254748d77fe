/// The parameter sets of a stream of H.264, by their numbers.
struct H264Sets: Hashable, Sendable {
    private var sequences: [UInt32: SequenceParameters] = [:]
    private var pictures: [UInt32: PictureParameters] = [:]
    /// The numbers of all sets so far.
    private(set) var numbers: Set<UInt32> = []

    /// What the container says of a stream out of band.
    init(configuration: [UInt8]) {
        for unit in NALCodec.h264.units(inHeaders: configuration) { keep(unit) }
    }

    /// Takes a unit, if it is a set.
    mutating func keep(_ unit: ArraySlice<UInt8>) {
        // There are 32 numbers of sequences and 256 of pictures (ITU-T H.264, 7.4.2.1.1 and 7.4.2.2).
        guard let set = ParameterSetName(unit, codec: .h264), let id = set.id, id < (set.kind == .sequence ? 32 : 256)
        else { return }
        numbers.insert(id)
        switch set.kind {
        case .sequence: sequences[id] = SequenceParameters(unit: unit)
        case .picture: pictures[id] = PictureParameters(unit: unit)
        case .video: break
        }
    }

    /// The set of a picture, and that of its sequence.
    subscript(picture id: UInt32) -> (sequence: SequenceParameters, picture: PictureParameters)? {
        guard let picture = pictures[id], let sequence = sequences[picture.sequenceID] else { return nil }
        return (sequence, picture)
    }
}
