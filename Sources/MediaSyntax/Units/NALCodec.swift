/// A codec whose bitstream is made of NAL units.
///
/// The raw value is the name that libav gives to the codec, too.
package enum NALCodec: String, Hashable, Sendable {
    /// ITU-T H.264, ISO/IEC 14496-10.
    case h264
    /// ITU-T H.265, ISO/IEC 23008-2.
    case hevc

    /// How many bytes the header of a unit takes.
    package var headerSize: Int { self == .h264 ? 1 : 2 }
}
