/// A frame with what is sent along with it: one packet. Only what stands before the frame's own data is read.
package struct AccessUnit {
    /// The parameter sets before the frame, in their order.
    package private(set) var parameterSets: [ParameterSet] = []
    /// The header of the frame's first unit; `nil` where there is no frame but only what others need.
    package private(set) var frame: NALUnitHeader?

    /// - Complexity: O(bytes before the frame's data).
    package init(_ payload: Span<UInt8>, units: NALUnits) {
        var cursor = NALUnitCursor(units.framing)
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: units.codec) else { continue }
            if header.isSlice {
                frame = header
                return
            }
            guard header.parameterSet != nil, let end = cursor.end(ofUnitAt: start, in: payload) else { continue }
            let unit = (start..<end).map { payload[$0] }
            if let set = ParameterSet(unit[...], codec: units.codec) { parameterSets.append(set) }
        }
    }
}
