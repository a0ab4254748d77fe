/// Follows a stream of H.264 or HEVC, and tells of which pictures something is missing that they refer to. Decoders show something there,
/// most of them without a word.
package struct PictureReferences: Sendable {
    private let units: NALUnits
    private var h264 = H264References()
    private var hevc = HEVCReferences()

    /// What a picture refers to.
    package enum State: Hashable, Sendable {
        /// All of it is there, as far as can be told.
        case whole
        /// A part is missing: neither it nor what refers to it can be decoded.
        case missing
        /// The same, but no other picture refers to it that is decoded (RASL of HEVC).
        case skipped
    }

    /// A stream from its beginning on.
    package init(units: NALUnits) { self.units = units }

    /// Takes the next packet.
    ///
    /// - Parameters:
    ///   - payload: with one picture at most.
    ///   - begins: decoding begins with it.
    /// - Returns: `whole` for a packet without a picture, too.
    /// - Complexity: O(bytes of the packet).
    package mutating func take(_ payload: Span<UInt8>, begins: Bool) -> State {
        var cursor = NALUnitCursor(units.framing)
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: units.codec) else { continue }
            guard header.isSlice || header.parameterSet != nil, let end = cursor.end(ofUnitAt: start, in: payload)
            else { continue }
            let last = header.isSlice ? min(end, start + Self.sliceLimit) : end
            let unit = (start..<last).map { payload[$0] }
            switch header {
            case .h264(let header):
                guard header.type.isSlice else {
                    h264.keep(unit[...])
                    continue
                }
                return h264.take(unit[...], header) ? .whole : .missing
            case .hevc(let header):
                guard header.type.isSlice else {
                    hevc.keep(unit[...])
                    continue
                }
                if hevc.take(unit[...], header, begins: begins) { return .whole }
                return header.type.isSkippedLeading ? .skipped : .missing
            }
        }
        return .whole
    }

    /// The header of a slice stands within so many bytes.
    private static let sliceLimit = 600
}
