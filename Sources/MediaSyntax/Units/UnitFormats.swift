/// Follows the parameter sets of a stream of H.264 or HEVC, and tells in which format each of its pictures is.
struct UnitFormats: Hashable, Sendable {
    private let units: NALUnits
    private var sequences: [UInt32: PictureFormat] = [:]
    /// For each set of pictures the number of its sequence's.
    private var pictures: [UInt32: UInt32] = [:]
    /// The format of the first sequence that the container states out of band; `nil` where it states none.
    private(set) var stated: PictureFormat?

    /// A stream with what the container says of it out of band.
    init(_ units: NALUnits) {
        self.units = units
        for unit in units.codec.units(inHeaders: units.configuration) {
            keep(unit)
            if stated == nil { stated = sequences.values.first }
        }
    }

    /// Takes other sets that the container states out of band.
    mutating func take(headers: [UInt8]) {
        for unit in units.codec.units(inHeaders: headers) { keep(unit) }
    }

    /// The format of the next packet's picture; `nil` where its sets are not there.
    ///
    /// - Complexity: O(bytes before the picture's data).
    mutating func format(of payload: Span<UInt8>) -> PictureFormat? {
        var cursor = NALUnitCursor(units.framing)
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: units.codec) else { continue }
            if header.isSlice {
                let begin = start + units.codec.headerSize
                let bytes = (begin..<max(begin, min(begin + Self.limit, payload.count))).map { payload[$0] }
                return format(of: header, EmulationPrevention.removed(from: bytes[...]))
            }
            guard header.parameterSet != nil, let end = cursor.end(ofUnitAt: start, in: payload) else { continue }
            keep((start..<end).map { payload[$0] }[...])
        }
        return nil
    }

    private mutating func keep(_ unit: ArraySlice<UInt8>) {
        guard let name = ParameterSetName(unit, codec: units.codec), let id = name.id else { return }
        switch name.kind {
        case .video: break
        case .sequence:
            sequences[id] = units.codec == .h264 ? PictureFormat(h264: unit) : PictureFormat(hevc: unit)
        case .picture:
            let bytes = EmulationPrevention.removed(from: unit.dropFirst(units.codec.headerSize), limit: Self.limit)
            var reader = BitReader(bytes[...])
            guard reader.exponentialGolomb() != nil, let sequence = reader.exponentialGolomb() else { return }
            pictures[id] = sequence
        }
    }

    /// What a picture's first slice says that its set is (H.264, 7.3.3; H.265, 7.3.6.1).
    private func format(of header: NALUnitHeader, _ bytes: [UInt8]) -> PictureFormat? {
        var reader = BitReader(bytes[...])
        let isThere =
            switch header {
            case .h264: reader.exponentialGolomb() != nil && reader.exponentialGolomb() != nil
            case .hevc(let header): reader.skip(header.type.isRandomAccess ? 2 : 1)
            }
        guard isThere, let id = reader.exponentialGolomb(), let sequence = pictures[id] else { return nil }
        return sequences[sequence]
    }

    /// The numbers of sets stand within so many bytes.
    private static let limit = 24
}
