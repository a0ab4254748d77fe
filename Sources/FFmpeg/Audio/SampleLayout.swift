internal import CFFmpeg

/// The ways in which samples lie in memory that are read and written without libav's help.
package enum SampleLayout: String, Sendable {
    /// One row of single-precision numbers for each channel.
    case planarFloat = "fltp"
    /// 16-bit integers, those of all channels in turn.
    case interleaved16 = "s16"

    /// The one that libav calls so.
    package init?(_ name: String) { self.init(rawValue: name) }

    var format: AVSampleFormat {
        switch self {
        case .planarFloat: AV_SAMPLE_FMT_FLTP
        case .interleaved16: AV_SAMPLE_FMT_S16
        }
    }
}
