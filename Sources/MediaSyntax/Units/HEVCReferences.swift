/// Tells of each picture of HEVC whether those that it refers to were decoded: each names them by the order of presentation (H.265, 8.3.1
/// and 8.3.2).
struct HEVCReferences: Sendable {
    /// What a sequence parameter set says.
    private struct Sequence {
        let hasSeparatePlanes: Bool
        let tail: HEVCSequenceTail
    }

    /// What a picture parameter set says that headers of slices cannot be read without (7.3.2.3.1).
    private struct Picture {
        let sequenceID: UInt32
        let statesOutput: Bool
        let extraBits: Int
    }

    /// A picture as the header of its first slice describes it.
    private struct Header {
        /// The last bits of its place in the order of presentation, and how many.
        let (order, bitCount): (UInt32, Int)
        let references: HEVCReferenceSet?
        /// Pictures that are kept for long: their order or its last bits, and whether this one refers to them.
        let longTerm: [(order: UInt32, cycles: UInt32?, isUsed: Bool)]
    }

    private var sequences: [UInt32: Sequence] = [:]
    private var pictures: [UInt32: Picture] = [:]
    /// The order of those that are there; `nil` where it is not known since decoding began.
    private var known: Set<Int>?
    /// The order of the newest picture by which that of the next is told.
    private var anchor = 0

    /// What is read of a slice stands within so many bytes.
    private static let sliceLimit = 256
    /// What is read of a sequence's set stands within so many bytes, with tables of all sizes.
    private static let limit = 2048

    /// Takes a unit, if it is a parameter set.
    mutating func keep(_ unit: ArraySlice<UInt8>) {
        // There are 16 numbers of sequences and 64 of pictures (ITU-T H.265, 7.4.3.2.1 and 7.4.3.3.1).
        guard let set = ParameterSetName(unit, codec: .hevc), let id = set.id, id < (set.kind == .sequence ? 16 : 64)
        else { return }
        switch set.kind {
        case .sequence: sequences[id] = Self.sequence(unit)
        case .picture: pictures[id] = Self.picture(unit)
        case .video: break
        }
    }

    /// Takes the next picture.
    ///
    /// - Parameters:
    ///   - unit: its first slice.
    ///   - header: of that.
    ///   - begins: decoding begins with it: nothing that came before counts.
    /// - Returns: whether all that it refers to is there.
    mutating func take(_ unit: ArraySlice<UInt8>, _ header: HEVCUnitHeader, begins: Bool) -> Bool {
        let forgets = begins || header.type.isBrokenLink || [.idr, .idrWithLeading].contains(header.type)
        if forgets { (known, anchor) = ([], 0) }
        guard let known else { return true }
        guard let picture = read(unit, header.type) else {
            self.known = nil
            return true
        }
        let order = order(picture, isFirst: forgets)
        var kept: Set<Int> = [order]
        var isWhole = true
        for entry in forgets ? [] : picture.references?.entries ?? [] {
            let place = order + entry.distance
            if known.contains(place) { kept.insert(place) } else if entry.isUsed { isWhole = false }
        }
        for entry in forgets ? [] : picture.longTerm {
            let mask = 1 << picture.bitCount - 1
            let wanted = entry.cycles.map { (order & ~mask) - Int($0) << picture.bitCount + Int(entry.order) }
            let found = known.first { wanted == nil ? $0 & mask == Int(entry.order) : $0 == wanted }
            if let found { kept.insert(found) } else if entry.isUsed { isWhole = false }
        }
        let isLeading = header.type.isSkippedLeading || header.type.isDecodableLeading
        if header.temporalLayer == 0, !isLeading, !header.type.isSublayerNonReference { anchor = order }
        if isWhole || !header.type.isSkippedLeading { self.known = kept }
        return isWhole
    }

    /// Its whole order, from its last bits and that of an earlier one (8-1).
    private func order(_ picture: Header, isFirst: Bool) -> Int {
        let (range, last) = (1 << picture.bitCount, Int(picture.order))
        guard !isFirst else { return last }
        let (before, cycles) = (anchor & (range - 1), anchor & ~(range - 1))
        if last < before, before - last >= range / 2 { return cycles + range + last }
        if last > before, last - before > range / 2 { return cycles - range + last }
        return cycles + last
    }

    private static func sequence(_ unit: ArraySlice<UInt8>) -> Sequence? {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst(NALCodec.hevc.headerSize), limit: limit)
        var reader = BitReader(bytes[...])
        guard let first = bytes.first, ParameterSetName.skipToSequenceNumber(&reader),
            reader.exponentialGolomb() != nil, let chroma = reader.exponentialGolomb()
        else { return nil }
        var hasSeparatePlanes = false
        if chroma == 3 {
            guard let flag = reader.bit() else { return nil }
            hasSeparatePlanes = flag
        }
        guard reader.exponentialGolomb() != nil, reader.exponentialGolomb() != nil, let isCropped = reader.bit()
        else { return nil }
        for _ in 0..<(isCropped ? 4 : 0) where reader.exponentialGolomb() == nil { return nil }
        // The depth of luma.
        guard reader.exponentialGolomb() != nil,
            let tail = HEVCSequenceTail(&reader, subLayers: Int(first >> 1 & 7) + 1)
        else { return nil }
        return Sequence(hasSeparatePlanes: hasSeparatePlanes, tail: tail)
    }

    private static func picture(_ unit: ArraySlice<UInt8>) -> Picture? {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst(NALCodec.hevc.headerSize), limit: 64)
        var reader = BitReader(bytes[...])
        guard reader.exponentialGolomb() != nil, let sequenceID = reader.exponentialGolomb(), reader.skip(1),
            let statesOutput = reader.bit(), let extraBits = reader.bits(3)
        else { return nil }
        return Picture(sequenceID: sequenceID, statesOutput: statesOutput, extraBits: Int(extraBits))
    }

    /// Reads the first slice of a picture (7.3.6.1); `nil` where that cannot be.
    private func read(_ unit: ArraySlice<UInt8>, _ type: HEVCUnitType) -> Header? {
        let bytes = EmulationPrevention.removed(
            from: unit.dropFirst(NALCodec.hevc.headerSize),
            limit: Self.sliceLimit
        )
        var reader = BitReader(bytes[...])
        guard reader.bit() == true, reader.skip(type.isRandomAccess ? 1 : 0), let id = reader.exponentialGolomb(),
            let picture = pictures[id], let sequence = sequences[picture.sequenceID],
            reader.skip(picture.extraBits), reader.exponentialGolomb() != nil,
            reader.skip((picture.statesOutput ? 1 : 0) + (sequence.hasSeparatePlanes ? 2 : 0))
        else { return nil }
        let tail = sequence.tail
        if [.idr, .idrWithLeading].contains(type) {
            return Header(order: 0, bitCount: tail.orderBits, references: nil, longTerm: [])
        }
        guard let order = reader.bits(tail.orderBits), let isListed = reader.bit(),
            let references = isListed
                ? Self.listed(&reader, tail.referenceSets)
                : HEVCReferenceSet(&reader, after: tail.referenceSets, isOfSlice: true),
            let longTerm = Self.longTerm(&reader, tail)
        else { return nil }
        return Header(order: order, bitCount: tail.orderBits, references: references, longTerm: longTerm)
    }

    private static func listed(_ reader: inout BitReader, _ sets: [HEVCReferenceSet]) -> HEVCReferenceSet? {
        guard let index = reader.bits(bitCount(ofPlacesAmong: sets.count)), index < sets.count else { return nil }
        return sets[Int(index)]
    }

    private static func longTerm(
        _ reader: inout BitReader,
        _ tail: HEVCSequenceTail
    ) -> [(order: UInt32, cycles: UInt32?, isUsed: Bool)]? {
        guard tail.hasLongTerm else { return [] }
        var listed: UInt32 = 0
        if !tail.longTerm.isEmpty {
            guard let count = reader.exponentialGolomb(), count <= 32 else { return nil }
            listed = count
        }
        guard let own = reader.exponentialGolomb(), own <= 32 else { return nil }
        var entries: [(order: UInt32, cycles: UInt32?, isUsed: Bool)] = []
        var cycles: UInt32 = 0
        for place in 0..<listed + own {
            var entry: (order: UInt32, isUsed: Bool)
            if place < listed {
                guard let index = reader.bits(bitCount(ofPlacesAmong: tail.longTerm.count)),
                    index < tail.longTerm.count
                else { return nil }
                entry = tail.longTerm[Int(index)]
            } else {
                guard let order = reader.bits(tail.orderBits), let isUsed = reader.bit() else { return nil }
                entry = (order, isUsed)
            }
            guard let hasCycles = reader.bit() else { return nil }
            // Each is counted from the one before (7-52).
            if place == 0 || place == listed { cycles = 0 }
            if hasCycles {
                guard let more = reader.exponentialGolomb(), more < 1 << 24 else { return nil }
                cycles += more
            }
            entries.append((entry.order, hasCycles ? cycles : nil, entry.isUsed))
        }
        return entries
    }

    private static func bitCount(ofPlacesAmong count: Int) -> Int {
        count > 1 ? Int.bitWidth - (count - 1).leadingZeroBitCount : 0
    }
}
