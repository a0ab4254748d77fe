internal import Composition
internal import Export
internal import MediaFormats
internal import MediaTime
internal import TimeStretch

/// The video that plays beside the audio. Its codec must be one that browsers decode. Packets are copied where an export copies them.
enum BrowserVideo {
    private static let inMP4: Set<String> = ["h264", "hevc"]
    private static let inWebM: Set<String> = ["vp8", "vp9", "av1"]

    /// Why there is none.
    struct Obstacle: Error {
        /// In words, without a full stop.
        let words: String
    }

    /// The export of a clip's video at a rate. Timestamps are not read for it.
    ///
    /// - Parameters:
    ///   - input: The clip.
    ///   - composition: What of it is compared. Its first video track counts.
    ///   - rate: Source time ÷ target time.
    /// - Returns: `nil` where the clip has no video.
    /// - Throws: ``Obstacle`` where it has, and it cannot be shown.
    static func plan(
        of input: MediaDescription,
        _ composition: Composition,
        at rate: PlaybackRate
    ) throws(Obstacle) -> ExportPlan? {
        guard let track = input.mainVideo else { return nil }
        guard inMP4.contains(track.codec) || inWebM.contains(track.codec) else {
            throw Obstacle(words: "browsers do not play \(track.codec)")
        }
        var edited = composition.firstTrack(of: .video)
        guard edited.tracks.flatMap(\.segments).contains(where: { if case .media = $0 { true } else { false } }) else {
            throw Obstacle(words: "there is none in what is compared")
        }
        var settings = ExportSettings()
        settings.pitch = .mute
        do {
            try edited.scale(by: rate)
            return try ExportPlan(
                edited,
                of: [input],
                settings: settings,
                container: inWebM.contains(track.codec) ? .webm : .mp4,
                measuring: false
            )
        } catch {
            throw Obstacle(words: "\(error)")
        }
    }
}
