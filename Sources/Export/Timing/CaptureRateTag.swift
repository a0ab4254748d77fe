internal import Files
internal import MediaFormats
internal import MediaSyntax
public import MediaTime

/// What a camera's tag says about the rate at which it captured.
public struct CaptureRateTag: Hashable, Sendable {
    /// The name of the tag.
    public let key: String
    /// Frames a second.
    public let rate: FrameRate

    /// The tag of a file: Android's `com.android.capture.fps`, or else Samsung's box; `nil` where it has neither.
    public init?(_ media: MediaDescription) {
        guard let tag = Self.android(media) ?? Self.samsung(media) else { return nil }
        self = tag
    }

    private init?(key: String, thousandths: Double) {
        guard thousandths >= 1, thousandths < 100_000_000 else { return nil }
        self.key = key
        rate = FrameRate(Int32(thousandths), 1000)
    }

    private static let androidKey = "com.android.capture.fps"

    private static func android(_ media: MediaDescription) -> CaptureRateTag? {
        let texts = media.metadata + media.tracks.flatMap(\.metadata)
        guard let text = texts.first(where: { $0.key == androidKey }), let value = Double(text.value) else {
            return nil
        }
        return CaptureRateTag(key: androidKey, thousandths: (value * 1000).rounded())
    }

    /// Samsung's phones state the rate of slow motion in a box of their own, which libavformat passes over.
    private static func samsung(_ media: MediaDescription) -> CaptureRateTag? {
        guard media.format.hasPrefix("mov") else { return nil }
        let found = ByteSource.reading(media.path) { source throws(FileError) in
            try BoxScanner(source).samsungCaptureRate()
        }
        guard let box = found else { return nil }
        return CaptureRateTag(key: "Samsung's srfr", thousandths: (Double(box.rate) / 65536 * 1000).rounded())
    }
}

extension MediaDescription {
    /// Whether the camera means the clip to be played at its full rate, by Apple's
    /// `com.apple.quicktime.full-frame-rate-playback-intent`; `nil` where it does not say.
    public var isMeantForFullRate: Bool? {
        let texts = metadata + tracks.flatMap(\.metadata)
        let intent = texts.first { $0.key == "com.apple.quicktime.full-frame-rate-playback-intent" }
        return intent.flatMap { Int($0.value) }.map { $0 != 0 }
    }
}
