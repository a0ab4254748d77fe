internal import MediaFormats

/// Metadata of MP4 and MOV for which libavformat has no box: it is stored under its key, in a box for whatever one likes.
enum MovieKeys {
    /// The keys of cameras (com.apple.…, com.android.…, GoPro's) and what somebody thought of.
    ///
    /// - Parameters:
    ///   - metadata: What the file is to say of itself.
    ///   - named: The keys that were asked for. Others without a box are left out.
    ///   - container: MP4, M4A or MOV; others have none.
    /// - Returns: Those without a box, in the metadata's order.
    static func ofTheirOwn(_ metadata: [MetadataItem], named: [String], in container: Container) -> [String] {
        guard container.traits.hasTrackTimescales else { return [] }
        let named = Set(named.map { $0.lowercased() })
        let boxes = container == .mov ? boxesOfMOV : boxesOfMP4
        return metadata.map(\.key).filter { key in
            key.hasPrefix("com.") || key == "firmware" || named.contains(key.lowercased()) && !boxes.contains(key)
        }
    }

    private static let boxesOfMP4: Set<String> = [
        "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright", "grouping",
        "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords", "creation_time",
        "track", "disc", "compilation", "season_number", "episode_sort", "media_type", "hd_video", "gapless_playback",
    ]
    private static let boxesOfMOV: Set<String> = [
        "title", "artist", "author", "album", "date", "comment", "genre", "copyright", "keywords", "make", "model",
        "creation_time", "description", "location",
    ]
}
