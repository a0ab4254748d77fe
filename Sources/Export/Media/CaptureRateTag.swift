internal import Glibc
public import MediaTime

/// What a camera's tags say of the rate at which it captured.
public struct CaptureRateTag: Hashable, Sendable {
    /// The tag.
    public let key: String
    /// Frames a second.
    public let rate: FrameRate

    /// The tag of a file; `nil` where it has none that is understood: Android's `com.android.capture.fps`, then
    /// Samsung's box.
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

    /// Samsung's phones state the rate of slow motion (16.16 fixed point) in a box of their own, `moov/udta/smta/srfr`,
    /// which libavformat passes over.
    private static func samsung(_ media: MediaDescription) -> CaptureRateTag? {
        guard media.format.hasPrefix("mov") else { return nil }
        let descriptor = unsafe open(media.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let movie = MovieBoxes(descriptor: descriptor)
        guard let index = movie.first("moov", in: movie.whole), let user = movie.first("udta", in: index),
            let tags = movie.first("smta", in: user), tags.count >= 4,
            // Four bytes of version and flags come before the boxes within.
            let rate = movie.first("srfr", in: tags.dropFirst(4)), rate.count >= 4
        else { return nil }
        let value = Double(movie.number(at: rate.lowerBound, bytes: 4)) / 65536
        return CaptureRateTag(key: "Samsung's srfr", thousandths: (value * 1000).rounded())
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
