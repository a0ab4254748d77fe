internal import Export
internal import MediaTime
internal import Studio

/// A clip, for the page.
struct ClipDocument: Encodable {
    let id: Int
    let name, path: String
    let width, height, frames: Int
    let duration, start: String
    let durationSeconds, startSeconds: Double
    /// Of a constant rate.
    let rate: String?
    let rateSeconds: Double
    let hasVideo, hasAudio, complete: Bool
    let sampleRate, channels: Int?
    let codec: String?
    let markers: [Marker]
    let warnings: [String]

    struct Marker: Encodable {
        let time: String
        let timeSeconds: Double
        let frame: Int?
        let title: String
    }

    init(_ clip: OpenedClip) {
        id = clip.id
        (name, path) = (clip.name, clip.media.path)
        (width, height) = clip.size
        frames = clip.frameCount
        (duration, start) = (clip.duration.fraction, clip.start.fraction)
        (durationSeconds, startSeconds) = (clip.duration.seconds, clip.start.seconds)
        let constant = clip.constantRate
        rate = constant.map { "\($0)" }
        rateSeconds = constant?.approximation ?? clip.meanRate
        (hasVideo, hasAudio) = (clip.video != nil, clip.audio != nil)
        complete = clip.index.isComplete
        (sampleRate, channels) = (clip.audio?.audio?.sampleRate, clip.audio?.audio?.channels)
        codec = clip.video?.codecLabel ?? clip.audio?.codecLabel
        markers = clip.markers.map { marker in
            Marker(
                time: marker.time.fraction,
                timeSeconds: marker.time.seconds,
                frame: clip.index.number(at: marker.time),
                title: marker.title
            )
        }
        warnings = clip.warnings
    }
}
