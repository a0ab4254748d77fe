/// What x264 writes about itself in front of the first frame: user data with a text. Old versions of it had faults that
/// decoders make up for, if they know the version.
extension NALUnits {
    /// The unit of a payload that says which version of x264 has made the stream; `nil` where there is none.
    package func encoderVersion(of payload: Span<UInt8>) -> [UInt8]? {
        guard codec == .h264 else { return nil }
        var cursor = NALUnitCursor(framing)
        while let start = cursor.next(in: payload) {
            guard case .h264(let header) = NALUnitHeader(payload, at: start, codec: codec), !header.type.isSlice else {
                return nil
            }
            guard header.type == .supplementalInformation, let end = cursor.end(ofUnitAt: start, in: payload) else {
                continue
            }
            let unit = (start..<end).map { payload[$0] }
            if unit.firstRange(of: Array("x264 - core".utf8)) != nil { return unit }
        }
        return nil
    }

    /// A payload with another unit in front of its frame. `nil` where there is no frame, and where the unit is too long for
    /// the length before it.
    package func inserting(_ unit: [UInt8], beforeFrameOf payload: Span<UInt8>) -> [UInt8]? {
        var cursor = NALUnitCursor(framing)
        while let start = cursor.next(in: payload) {
            guard NALUnitHeader(payload, at: start, codec: codec)?.isSlice == true else { continue }
            var writer = ByteWriter()
            let place: Int
            switch framing {
            case .lengths(let size):
                guard unit.count < 1 << (8 * size) else { return nil }
                place = start - size
                writer.append((0..<place).map { payload[$0] })
                writer.unsigned(UInt64(unit.count), byteCount: size)
            case .startCodes:
                place = start - 3
                writer.append((0..<place).map { payload[$0] })
                writer.append([0, 0, 1])
            }
            writer.append(unit)
            writer.append((place..<payload.count).map { payload[$0] })
            return writer.bytes
        }
        return nil
    }
}
