/// Makes a frame of H.264 at which decoding can begin an IDR frame, so that it can stand behind frames of another encoder. Those
/// behind it are numbered from it on, up to the source's next IDR frame.
///
/// An I frame becomes an IDR frame by its header alone: the type of its units, its numbers, which become 0, and that what came
/// before is forgotten. Later frames have their number and their order less by as much. Coded data stays as it is (H.264, 7.3.3
/// and 8.2).
package struct H264Restart: Sendable {
    private let units: NALUnits
    private var sets: H264Sets
    /// Whether numbers are missing: of frames that were left out, though others may refer to them.
    private let allowsGaps: Bool
    /// What is subtracted of later frames' numbers; `nil` before the first.
    private var base: Base?
    /// The latest picture's number, counted from the first on.
    private var count: Int64 = 0
    /// Whether an IDR frame of the source has come: all that follows stays as it is.
    package private(set) var isOver = false

    private struct Base {
        let number: UInt32
        let order: UInt32
        /// The field that becomes an IDR picture; `nil` where the frame does.
        let isBottomField: Bool?
    }

    /// Of a stream of which the container says this out of band.
    package init(configuration: [UInt8], allowingGaps allowsGaps: Bool) {
        units = NALUnits(.h264, configuration: configuration)
        sets = H264Sets(configuration: configuration)
        self.allowsGaps = allowsGaps
    }

    /// A stream's headers, a record or units between start codes, by which numbers may be missing.
    package static func allowingGaps(inHeaders headers: [UInt8]) -> [UInt8] {
        func allowing(_ unit: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            guard ParameterSetName(unit, codec: .h264)?.kind == .sequence else { return unit }
            return SequenceParameters.allowingGaps(unit)?[...] ?? unit
        }
        if var record = AVCConfiguration(record: headers[...]) {
            record.replaceUnits(allowing)
            return record.record
        }
        let units = NALUnits(.h264, .startCodes)
        return units.payload(of: units.units(of: headers[...]).map(allowing)) ?? headers
    }

    /// The next packet, of which the first is to become an IDR frame; `nil` where that cannot be: it refers to others, or
    /// pictures behind it are kept by their numbers, or ordered by cycles of them.
    ///
    /// - Complexity: O(bytes of the packet).
    package mutating func restarted(_ payload: [UInt8]) -> [UInt8]? {
        if isOver { return payload }
        let isFirst = base == nil
        var changed: [ArraySlice<UInt8>] = []
        for unit in units.units(of: payload[...]) {
            guard case .h264(let header) = NALUnitHeader(unit, codec: .h264) else { return nil }
            switch header.type {
            case .idrSlice:
                isOver = true
                return isFirst ? nil : payload
            case .slice:
                guard let slice = rewritten(unit, header, isFirst: isFirst) else { return nil }
                changed.append(slice[...])
            case .partitionA, .partitionB, .partitionC:
                return nil
            default:
                sets.keep(unit)
                let isSequence = allowsGaps && header.type == .sequenceParameterSet
                changed.append(isSequence ? SequenceParameters.allowingGaps(unit)?[...] ?? unit : unit)
            }
        }
        return base == nil ? nil : units.payload(of: changed)
    }

    /// Whether a packet behind the first can be numbered anew, by the headers of its slices alone: whether ``restarted(_:)`` gives
    /// one. It takes part in the order of packets as that does.
    ///
    /// - Complexity: O(number of units).
    package mutating func passes(_ payload: Span<UInt8>) -> Bool {
        var cursor = NALUnitCursor(units.framing)
        while !isOver, let start = cursor.next(in: payload) {
            guard let end = cursor.end(ofUnitAt: start, in: payload),
                case .h264(let header) = NALUnitHeader(payload, at: start, codec: .h264)
            else { return false }
            switch header.type {
            case .idrSlice: isOver = true
            case .slice:
                let bytes = H264SliceHeader.bytes(ofSliceAt: start, to: end, in: payload)
                guard let slice = H264SliceHeader(bytes[...], unit: header, sets: sets), Self.canChange(slice) else {
                    return false
                }
            case .partitionA, .partitionB, .partitionC: return false
            case .sequenceParameterSet, .pictureParameterSet: sets.keep((start..<end).map { payload[$0] }[...])
            default: break
            }
        }
        return true
    }

    /// Whether a slice's header can have other numbers: pictures behind it are not kept by theirs, nor ordered by cycles of them.
    private static func canChange(_ slice: H264SliceHeader) -> Bool { !slice.hasCycles && slice.marking != .lasting }

    private mutating func rewritten(_ unit: ArraySlice<UInt8>, _ header: H264UnitHeader, isFirst: Bool) -> [UInt8]? {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst())
        guard let slice = H264SliceHeader(bytes[...], unit: header, sets: sets), Self.canChange(slice),
            let first = unit.first
        else { return nil }
        // The field that is presented first has the order 0.
        let base =
            self.base
            ?? Base(
                number: slice.number.value,
                order: slice.order.value &+ UInt32(bitPattern: Int32(clamping: min(0, slice.bottomDelay))),
                isBottomField: slice.isBottomField
            )
        self.base = base
        guard isFirst, slice.isBottomField == base.isBottomField else {
            return renumbered(bytes, slice, base).map { [first] + EmulationPrevention.added(to: $0) }
        }
        guard slice.isIntra, header.isReference, slice.marking == .sliding,
            let new = Self.first(Self.numbered(bytes, slice, base), slice)
        else { return nil }
        return [first & 0xE0 | H264UnitType.idrSlice.rawValue] + EmulationPrevention.added(to: new)
    }

    private static func numbered(_ bytes: [UInt8], _ slice: H264SliceHeader, _ base: Base) -> [UInt8] {
        var bytes = bytes
        slice.number.less(base.number).write(into: &bytes)
        slice.order.less(base.order).write(into: &bytes)
        return bytes
    }

    /// A slice of a later picture. What it says of pictures before the first is taken out of it: decoders do not have them.
    private mutating func renumbered(_ bytes: [UInt8], _ slice: H264SliceHeader, _ base: Base) -> [UInt8]? {
        let new = Self.numbered(bytes, slice, base)
        // Numbers only grow, and begin anew at a power of two.
        let mask = Int64(1) << Int64(slice.number.bitCount) - 1
        count += (Int64(slice.number.less(base.number).value) - count) & mask
        let count = count
        let kept = slice.removals.filter { removal in
            let fields = 2 * count + 1 - Int64(removal.difference) - 1
            return slice.isBottomField == nil ? count > Int64(removal.difference) : fields >= 0
        }
        if kept.count == slice.removals.count { return new }
        var writer = BitWriter()
        writer.copy(0..<slice.markingBits.lowerBound + 1, of: new)
        for removal in kept { writer.copy(removal.bits, of: new) }
        // The list ends.
        writer.bit(true)
        return Self.finish(&writer, from: slice.markingBits.upperBound, new, slice)
    }

    /// A slice of the picture that becomes an IDR picture.
    private static func first(_ bytes: [UInt8], _ slice: H264SliceHeader) -> [UInt8]? {
        var writer = BitWriter()
        writer.copy(0..<slice.restartPlace, of: bytes)
        // `idr_pic_id` is 2, as an Exp-Golomb code: it has to differ from that of an IDR picture just before, and encoders
        // begin with 0.
        writer.bits(0b011, 3)
        writer.copy(slice.restartPlace..<slice.markingBits.lowerBound, of: bytes)
        // Pictures before are shown, and this one is kept no longer than others.
        writer.bits(0, 2)
        return finish(&writer, from: slice.markingBits.upperBound, bytes, slice)
    }

    /// The rest of a slice: of its header from a bit on, and the coded data.
    private static func finish(
        _ writer: inout BitWriter,
        from place: Int,
        _ bytes: [UInt8],
        _ slice: H264SliceHeader
    ) -> [UInt8]? {
        writer.copy(place..<slice.end, of: bytes)
        if slice.isArithmetic {
            while !writer.isAligned { writer.bit(true) }
            writer.append(bytes[((slice.end + 7) / 8)...])
            return writer.bytes
        }
        // The last one ends the data.
        guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
        let end = last * 8 + 8 - bytes[last].trailingZeroBitCount
        // Of zeros alone behind the header there is no data.
        guard end > slice.end else { return nil }
        writer.copy(slice.end..<end, of: bytes)
        return writer.bytes
    }
}

extension H264SliceHeader.Field {
    /// The number less another one, in as many bits.
    fileprivate func less(_ other: UInt32) -> Self {
        var less = self
        less.value = (value &- other) & (bitCount < 32 ? 1 << UInt32(bitCount) - 1 : .max)
        return less
    }

    /// Puts it into its place.
    fileprivate func write(into bytes: inout [UInt8]) {
        for index in 0..<bitCount {
            let bit = place + index
            let mask: UInt8 = 0x80 >> UInt8(bit % 8)
            if value >> UInt32(bitCount - 1 - index) & 1 == 1 {
                bytes[bit / 8] |= mask
            } else {
                bytes[bit / 8] &= ~mask
            }
        }
    }
}
