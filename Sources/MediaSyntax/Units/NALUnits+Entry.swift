extension NALUnits {
    /// Whether decoding can begin with a frame: IDR, CRA or BLA; in H.264 also a frame with a recovery point, or whose first
    /// slice refers to no other frame. `nil` where the payload ends before the frame.
    ///
    /// - Complexity: O(bytes before the frame's data).
    package func canBeginDecoding(_ payload: Span<UInt8>) -> Bool? {
        var cursor = NALUnitCursor(framing)
        var recovers = false
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: codec) else { return nil }
            if header.isSlice {
                return header.isRandomAccess || recovers || isIntraSlice(header, payload, at: start)
            }
            if case .h264(let header) = header, header.type == .supplementalInformation {
                // 6 is the type of a recovery point (H.264, D.1.1).
                recovers = recovers || (start + 1 < payload.count && payload[start + 1] == 6)
            }
        }
        return nil
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
