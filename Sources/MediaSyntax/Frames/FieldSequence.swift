/// Follows the packets of H.264, and tells of which of them a decoder shows nothing: those without a picture, and a single field
/// without the other one of its frame. Of many single fields in a row, a decoder shows those from the third on. A frame behind one
/// is lost, too, where its first field is taken for the other half of the single one.
///
/// And it shows none of the frames that are presented before the one that decoding begins with, if that is no IDR frame: they may
/// refer to frames before it (H.264, D.2.8). H.264 does not mark them, as HEVC does; their instants tell.
struct FieldSequence: Sendable {
    private let units: NALUnits
    private var reader: PictureReader
    /// How many single fields have come in a row.
    private var alone = 0
    private var last: CodedPicture?
    private var hasBegun = false
    /// When the frame that decoding begins with is presented; `nil` where more than that one is needed for what comes after it, and
    /// from the first frame on that is presented after it: leading ones come before. Timestamps may go back later.
    private var entry: Int64?

    /// A stream with what the container says of it out of band.
    init(configuration: [UInt8]) {
        units = NALUnits(.h264, configuration: configuration)
        reader = PictureReader(configuration: configuration)
    }

    /// What a decoder makes of the next packet, which holds both fields of a frame where both are there.
    ///
    /// - Parameters:
    ///   - payload: The packet's bytes.
    ///   - instant: When it is presented, in ticks of the stream; `nil` where nothing says so.
    /// - Returns: ``ShownFrames/Visibility/shown`` where a decoder shows a frame, as far as headers and instants say.
    mutating func visibility(of payload: Span<UInt8>, presentedAt instant: Int64?) -> ShownFrames.Visibility {
        let visibility = visibility(of: payload)
        guard visibility == .shown, let instant else { return visibility }
        if !hasBegun {
            hasBegun = true
            let isIDR = units.firstHeader(in: payload, where: \.isSlice)?.forgetsAll ?? false
            if !isIDR, units.decodingEntry(payload)?.kind == .exact { entry = instant }
        }
        if let begun = entry, instant > begun { entry = nil }
        guard let entry, instant < entry else { return visibility }
        // What others refer to has to stay: its number would be missing.
        return units.decodingEntry(payload)?.isReference == false ? .leading : .hidden
    }

    private mutating func visibility(of payload: Span<UInt8>) -> ShownFrames.Visibility {
        guard units.haveSlice(in: payload) else { return .unreadable }
        guard reader.mayHaveFields != false || reader.readsSets else { return .shown }
        let picture = reader.firstPicture(in: payload)
        defer { last = picture }
        guard let picture, picture.isField, reader.holdsOnly(picture.structure, payload) else {
            let isTaken =
                alone == 1 && last.map { last in picture.map { last.takesForOtherField($0) } ?? false } ?? false
            alone = 0
            return isTaken ? .hidden : .shown
        }
        alone += 1
        return alone > 2 ? .shown : .hidden
    }
}

extension CodedPicture {
    /// Whether a decoder takes the next picture for the other field of this one's frame.
    fileprivate func takesForOtherField(_ next: CodedPicture) -> Bool {
        isField && next.isField && structure != next.structure && frameNumber == next.frameNumber
    }
}
