/// Tells of each picture of H.264 whether one is missing that it may refer to: pictures to which others refer are numbered without a gap
/// (H.264, 7.4.3), unless the sequence says that numbers may be missing. It is taken at its word then.
struct H264References: Sendable {
    private var sets = H264Sets(configuration: [])
    /// The numbers of the sequences' sets by which numbers of pictures may be missing.
    private var withGaps: Set<UInt32> = []
    /// The number of the newest picture to which others may refer, 0 where all are numbered anew behind it; `nil` where it is not known.
    private var previous: UInt32?

    /// Takes a unit, if it is a parameter set.
    mutating func keep(_ unit: ArraySlice<UInt8>) {
        sets.keep(unit)
        guard let set = ParameterSetName(unit, codec: .h264), set.kind == .sequence, let id = set.id, id < 32
        else { return }
        if SequenceParameters.allowsGaps(unit) ?? false { withGaps.insert(id) } else { withGaps.remove(id) }
    }

    /// Takes the next picture.
    ///
    /// - Parameters:
    ///   - unit: its first slice.
    ///   - header: of that.
    /// - Returns: whether all that it may refer to is there, as far as the numbers tell.
    mutating func take(_ unit: ArraySlice<UInt8>, _ header: H264UnitHeader) -> Bool {
        let bytes = H264SliceHeader.bytes(ofSliceAt: 0, in: unit.span)
        var reader = BitReader(bytes[...])
        // The first macroblock, the type, and the set that it refers to.
        guard let slice = H264SliceHeader(bytes[...], unit: header, sets: sets), reader.exponentialGolomb() != nil,
            reader.exponentialGolomb() != nil, let id = reader.exponentialGolomb(), let found = sets[picture: id]
        else {
            previous = nil
            return true
        }
        let number = slice.number.value
        defer {
            if header.isReference { previous = slice.beginsAnew ? 0 : number }
        }
        guard header.type != .idrSlice, let previous, !withGaps.contains(found.picture.sequenceID) else { return true }
        let next = (previous + 1) % (1 << UInt32(found.sequence.frameNumberBits))
        return number == previous || number == next
    }
}
