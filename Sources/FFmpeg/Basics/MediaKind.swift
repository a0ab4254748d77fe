internal import CFFmpeg

/// What a stream carries.
package enum MediaKind: String, Hashable, Sendable {
    case video, audio, subtitle, data, attachment, unknown

    init(_ type: AVMediaType) {
        self =
            switch type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_SUBTITLE: .subtitle
            case AVMEDIA_TYPE_DATA: .data
            case AVMEDIA_TYPE_ATTACHMENT: .attachment
            default: .unknown
            }
    }
}
