internal import CFFmpeg

/// What a stream is for.
package struct Disposition: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let defaultStream = Disposition(rawValue: AV_DISPOSITION_DEFAULT)
    /// A still image, such as cover art, stored as a stream (libav's "attached picture").
    package static let attachedFrame = Disposition(rawValue: AV_DISPOSITION_ATTACHED_PIC)
    package static let timedThumbnails = Disposition(rawValue: AV_DISPOSITION_TIMED_THUMBNAILS)
    /// Subtitles that are shown also where none are chosen, of what is spoken in another language.
    package static let forced = Disposition(rawValue: AV_DISPOSITION_FORCED)
    package static let commentary = Disposition(rawValue: AV_DISPOSITION_COMMENT)
    package static let dub = Disposition(rawValue: AV_DISPOSITION_DUB)
    package static let hearingImpaired = Disposition(rawValue: AV_DISPOSITION_HEARING_IMPAIRED)
    package static let visualImpaired = Disposition(rawValue: AV_DISPOSITION_VISUAL_IMPAIRED)
}
