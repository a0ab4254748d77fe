internal import MediaTime
internal import Studio

/// A preview, for the page.
struct PreviewDocument: Encodable {
    let id, targetDuration: String
    let targetDurationSeconds: Double
    let hasAudio: Bool
    let sampleRate, channels: Int?

    init(_ preview: Preview) {
        id = "p\(preview.id)"
        (targetDuration, targetDurationSeconds) = (preview.duration.fraction, preview.duration.seconds)
        hasAudio = preview.soundFormat != nil
        (sampleRate, channels) = (preview.soundFormat?.sampleRate, preview.soundFormat?.channels)
    }
}
