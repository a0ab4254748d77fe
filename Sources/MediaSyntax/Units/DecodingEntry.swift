/// What the units of a frame say of where decoding can begin.
package struct DecodingEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Not here: the frame refers to others.
        case none
        /// Here: the frame, and all that is presented after it, can be decoded. IDR, CRA and BLA, a frame of H.264 whose
        /// recovery point is the frame itself, or whose first slice refers to no other frame.
        case exact
        /// Here, but frames are whole only from the one on that comes so many frames later, of those that others refer to:
        /// a recovery point of H.264 in a stream that is refreshed bit by bit (H.264, D.2.8). Not one whose frame has number 0:
        /// a decoder fills the gap in front of its number with frames for it to refer to, and libavcodec sees none there, and
        /// drops the frame.
        case gradual(frames: Int)
    }

    package let kind: Kind
    /// Whether other frames may refer to the frame.
    package let isReference: Bool
    /// Whether the frame is presented before a frame that comes earlier, and needs nothing that comes before that: RADL.
    package let isDecodableLeading: Bool
}

extension NALUnits {
    /// What a packet says of where decoding can begin; `nil` where it ends before the frame.
    ///
    /// - Complexity: O(bytes before the frame's data).
    package func decodingEntry(_ payload: Span<UInt8>) -> DecodingEntry? {
        var cursor = NALUnitCursor(framing)
        var recovery: Int?
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: codec) else { return nil }
            if header.isSlice {
                return DecodingEntry(
                    kind: kind(header, recovery, payload, at: start),
                    isReference: header.isReference,
                    isDecodableLeading: header.isDecodableLeading
                )
            }
            if case .h264(let header) = header, header.type == .supplementalInformation, recovery == nil,
                let end = cursor.end(ofUnitAt: start, in: payload)
            {
                recovery = RecoveryPoint(unit: (start + 1..<end).map { payload[$0] }[...])?.frames
            }
        }
        return nil
    }

    private func kind(
        _ header: NALUnitHeader,
        _ recovery: Int?,
        _ payload: Span<UInt8>,
        at start: Int
    ) -> DecodingEntry.Kind {
        if header.isRandomAccess { return .exact }
        guard let recovery else { return isIntraSlice(header, payload, at: start) ? .exact : .none }
        if recovery == 0 { return .exact }
        return number(ofSlice: header, payload, at: start) == 0 ? .none : .gradual(frames: recovery)
    }

    /// The number of the frame that a slice of H.264 belongs to; `nil` where it cannot be read.
    private func number(ofSlice header: NALUnitHeader, _ payload: Span<UInt8>, at start: Int) -> UInt32? {
        guard case .h264(let header) = header else { return nil }
        var sets = H264Sets(configuration: configuration)
        var cursor = NALUnitCursor(framing)
        while let unit = cursor.next(in: payload), unit < start, let end = cursor.end(ofUnitAt: unit, in: payload) {
            sets.keep((unit..<end).map { payload[$0] }[...])
        }
        let bytes = H264SliceHeader.bytes(ofSliceAt: start, in: payload)
        return H264SliceHeader(bytes[...], unit: header, sets: sets)?.number.value
    }

    /// Whether a slice of H.264 is one of type I or SI (H.264, 7.3.3 and table 7-6).
    private func isIntraSlice(_ header: NALUnitHeader, _ payload: Span<UInt8>, at start: Int) -> Bool {
        guard case .h264 = header else { return false }
        let bytes = (start + 1..<min(start + 17, payload.count)).map { payload[$0] }
        var reader = BitReader(bytes[...])
        guard reader.exponentialGolomb() != nil, let type = reader.exponentialGolomb() else { return false }
        return [2, 4, 7, 9].contains(type)
    }
}

extension NALUnitHeader {
    fileprivate var isReference: Bool {
        switch self {
        case .h264(let header): header.isReference
        case .hevc(let header): !header.type.isSublayerNonReference
        }
    }

    fileprivate var isDecodableLeading: Bool {
        if case .hevc(let header) = self { header.type.isDecodableLeading } else { false }
    }
}

/// The message of H.264 that says how many frames later a decoder that begins here has recovered (H.264, D.1.8).
struct RecoveryPoint {
    /// Frames that others refer to.
    let frames: Int

    /// Looks for the message in a unit of supplemental information, without its header.
    init?(unit: ArraySlice<UInt8>) {
        let messages = SupplementalMessages(EmulationPrevention.removed(from: unit, limit: Self.limit))
        guard let message = messages.first(where: { $0.type == 6 }) else { return nil }
        var bits = BitReader(message.content)
        guard let count = bits.exponentialGolomb() else { return nil }
        frames = Int(count)
    }

    /// So many bytes of a unit are read: recovery points come before what programs add for themselves.
    private static let limit = 4096
}
