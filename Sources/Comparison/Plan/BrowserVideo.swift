internal import Export
internal import MediaFormats

/// The video that plays beside the audio. It is copied and never encoded, so its codec must be one that browsers decode.
enum BrowserVideo {
    private static let inMP4: Set<String> = ["h264", "hevc"]
    private static let inWebM: Set<String> = ["vp8", "vp9", "av1"]

    static func canPlay(_ track: MediaTrack) -> Bool {
        inMP4.contains(track.codec) || inWebM.contains(track.codec)
    }

    static func container(for track: MediaTrack?) -> Container {
        track.map { inWebM.contains($0.codec) } == true ? .webm : .mp4
    }
}
