internal import CFFmpeg

/// What a stream is for.
package struct Disposition: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let defaultStream = Disposition(rawValue: AV_DISPOSITION_DEFAULT)
    /// A still image, such as cover art, stored as a stream (libav's "attached picture").
    package static let attachedFrame = Disposition(rawValue: AV_DISPOSITION_ATTACHED_PIC)
    package static let timedThumbnails = Disposition(rawValue: AV_DISPOSITION_TIMED_THUMBNAILS)
}
