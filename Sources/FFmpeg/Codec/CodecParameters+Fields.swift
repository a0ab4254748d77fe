internal import CFFmpeg

extension CodecParameters {
    /// The order of the fields, as the container or the codec's headers say; `nil` where frames are whole, or nothing is said.
    package var fieldOrder: FieldOrder? {
        // By its names the second letter is the order of presentation. In files, and for libav's decoders, the first one is.
        switch unsafe pointer.pointee.field_order {
        case AV_FIELD_TT, AV_FIELD_TB: .upperFirst
        case AV_FIELD_BB, AV_FIELD_BT: .lowerFirst
        default: nil
        }
    }

    /// Whether frames may be interlaced though nothing is said of it.
    package var mayHaveFields: Bool {
        unsafe pointer.pointee.field_order == AV_FIELD_UNKNOWN && !["vp8", "vp9", "av1"].contains(codecName)
    }
}
