/// Supplemental information of H.264 and HEVC that holds for all frames up to the next key frame, and stands before key frames:
/// the display on which a clip was mastered, its light, how it is to be shown. Both codecs have the same messages for it
/// (H.264, annex D; H.265, annex D).
extension NALUnits {
    /// By `payloadType`: display orientation, mastering display, content light level, alternative transfer characteristics, ambient
    /// viewing environment, colour volume of the content.
    private static let lastingTypes: Set<Int> = [47, 137, 144, 147, 148, 149]

    /// One unit with all such messages before the frame of a payload; `nil` where there is none.
    ///
    /// - Complexity: O(bytes before the frame's data).
    package func lastingInformation(of payload: Span<UInt8>) -> [UInt8]? {
        var messages: [UInt8] = []
        var cursor = NALUnitCursor(framing)
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: codec), !header.isSlice else { break }
            guard header.isSupplementalInformation, let end = cursor.end(ofUnitAt: start, in: payload),
                end - start >= codec.headerSize
            else { continue }
            let unit = (start + codec.headerSize..<end).map { payload[$0] }
            for message in SupplementalMessages(EmulationPrevention.removed(from: unit[...]))
            where Self.lastingTypes.contains(message.type) {
                messages += message.whole
            }
        }
        return messages.isEmpty ? nil : SupplementalMessages.unit(messages, codec: codec)
    }
}
