/// Follows the packets of MPEG-1 and MPEG-2, and tells of which of them a decoder shows nothing: those without a picture, and the
/// B-pictures of an open group at which decoding begins, which refer to a picture before it (ISO/IEC 13818-2, 6.3.8).
struct MPEGSequence: Sendable {
    /// How many pictures have come that others refer to: 0, 1, or more.
    private var references = 0
    /// Whether the B-pictures at the group's beginning refer to nothing before it.
    private var isClosed = false

    /// What a decoder makes of the next packet, which holds both fields of a frame where it has fields.
    mutating func visibility(of payload: Span<UInt8>) -> ShownFrames.Visibility {
        if let isClosed = MPEGPicture.beginsClosedGroup(payload) { self.isClosed = isClosed }
        switch MPEGPicture.kind(payload) {
        case nil: return .unreadable
        case .bidirectional: return references > 1 || isClosed ? .shown : .leading
        // Decoders wait for the first picture that refers to none.
        case .predicted where references == 0: return .unreadable
        case .intra, .predicted, .other:
            references = min(2, references + 1)
            return .shown
        }
    }
}
