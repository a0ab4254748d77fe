internal import CFFmpeg

/// How samples lie in memory: the layouts that this package reads and writes itself.
package enum SampleLayout: String, Sendable {
    /// 32-bit floats, each channel in memory of its own.
    case planarFloat = "fltp"
    /// 16-bit integers: one of each channel, then the next one of each.
    case interleaved16 = "s16"

    /// By libav's name of the sample format.
    package init?(_ name: String) { self.init(rawValue: name) }

    var format: AVSampleFormat {
        switch self {
        case .planarFloat: AV_SAMPLE_FMT_FLTP
        case .interleaved16: AV_SAMPLE_FMT_S16
        }
    }
}
