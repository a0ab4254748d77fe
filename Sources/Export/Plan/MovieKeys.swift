internal import MediaFormats

/// Metadata of MP4 and MOV for which libavformat has no box: it is stored under its key, in a box for whatever one likes
/// (``MovieKeyData``).
enum MovieKeys {
    /// The keys of cameras (com.apple.…, com.android.…, GoPro's) and what somebody thought of.
    ///
    /// - Parameters:
    ///   - metadata: What the file is to say of itself.
    ///   - named: The keys that were asked for. Others without a box are left out.
    ///   - container: MP4, M4A or MOV; others have none.
    /// - Returns: Those without a box, in the metadata's order.
    static func ofTheirOwn(_ metadata: [MetadataItem], named: [String], in container: Container) -> [MetadataItem] {
        guard container.traits.hasTrackTimescales else { return [] }
        let named = Set(named.map { $0.lowercased() })
        return metadata.filter { item in
            item.key.hasPrefix("com.") || item.key == "firmware" || isTooLong(item, in: container)
                || named.contains(item.key.lowercased()) && !hasBox(item, in: container)
        }
    }

    /// Whether libavformat would cut the value: QuickTime's boxes state lengths in 16 bits.
    private static func isTooLong(_ item: MetadataItem, in container: Container) -> Bool {
        container == .mov && boxesOfMOV.contains(item.key) && item.value.utf8.count > Int(UInt16.max)
    }

    /// Whether there is a box that holds the value as it is.
    private static func hasBox(_ item: MetadataItem, in container: Container) -> Bool {
        if container == .mov { return boxesOfMOV.contains(item.key) }
        if numbersOfMP4.contains(item.key) { return Int8(item.value).map { String($0) == item.value } ?? false }
        guard placesOfMP4.contains(item.key) else { return boxesOfMP4.contains(item.key) }
        let numbers = item.value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        return numbers.allSatisfy { number in Int16(number).map { $0 > 0 && String($0) == number } ?? false }
    }

    private static let boxesOfMP4: Set<String> = [
        "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright", "grouping",
        "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords", "creation_time",
    ]
    /// Boxes of MP4 that hold a number of 8 bits.
    private static let numbersOfMP4: Set<String> = [
        "compilation", "season_number", "episode_sort", "media_type", "hd_video", "gapless_playback",
    ]
    /// Boxes of MP4 that hold one number of 16 bits, or two: the second says of how many.
    private static let placesOfMP4: Set<String> = ["track", "disc"]
    private static let boxesOfMOV: Set<String> = [
        "title", "artist", "author", "album", "date", "comment", "genre", "copyright", "keywords", "make", "model",
        "creation_time", "location",
    ]
}

extension ExportPlan {
    /// What the file says of itself under keys without a box (``MovieKeys``).
    var movieKeys: [MetadataItem] { MovieKeys.ofTheirOwn(metadata, named: namedMetadata, in: container) }
}
