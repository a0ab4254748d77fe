package import MediaSyntax

/// Metadata of MP4 and MOV for which libavformat has no box: it is stored under its key, in a box for whatever one likes
/// (`MovieKeysBox`). libavformat's own way of storing it (`use_metadata_tags`) would put the title and all else there, too, where hardly a
/// player looks for it.
package enum MovieKeys {
    /// The keys of cameras (com.apple.…, com.android.…, GoPro's) and what somebody thought of.
    ///
    /// - Parameters:
    ///   - metadata: What the file is to say of itself.
    ///   - container: MP4, M4A or MOV; others have none.
    /// - Returns: Those without a box, in the metadata's order.
    package static func ofTheirOwn(_ metadata: [MetadataItem], in container: Container) -> [MetadataItem] {
        guard container.traits.hasTrackTimescales else { return [] }
        return metadata.filter { isTooLong($0, in: container) || !hasBox($0, in: container) }
    }

    /// Those of a track that the file it comes from says under keys, and those that are named as makers name theirs, by a domain
    /// (com.apple.quicktime.camera.lens_model): libavformat writes none of them.
    ///
    /// - Parameters:
    ///   - metadata: What the track is to say of itself.
    ///   - stored: What the file that it comes from says of it under keys.
    ///   - container: MP4, M4A or MOV; others have none.
    /// - Returns: Those, in the metadata's order.
    package static func ofTracks(
        _ metadata: [MetadataItem],
        stored: [MovieKeysBox.Item],
        in container: Container
    ) -> [MetadataItem] {
        guard container.traits.hasTrackTimescales else { return [] }
        let keys = Set(stored.map(\.key))
        return metadata.filter { isOfMaker($0.key) || keys.contains($0.key) }
    }

    /// Whether a key is named as makers name theirs, by a domain, in letters of whatever size.
    private static func isOfMaker(_ key: String) -> Bool {
        key.wholeMatch(of: /(?:com|org|net)(?:\.[^.]+)+/.ignoresCase()) != nil
    }

    /// The key as its maker writes it: libavformat has Matroska's tags in capital letters, and nobody looks for COM.APPLE.… in a movie.
    private static func asMade(_ key: String) -> String {
        guard isOfMaker(key), key == key.uppercased() else { return key }
        let small = key.lowercased()
        return mixed.first { $0.lowercased() == small } ?? small
    }

    /// Known keys that have capital letters.
    private static let mixed = [
        "com.apple.quicktime.location.ISO6709", "com.apple.proapps.cameraName", "com.apple.proapps.customGamma",
        "com.apple.proapps.shareID", "com.panasonic.Semi-Pro.metadata.xml",
    ]

    /// What phones store, and read, as a number.
    private static func value(_ value: String, of key: String) -> MovieKeysBox.Value? {
        switch key {
        case "com.android.capture.fps":
            Float(value)?.isFinite == true ? .number(value, .float, count: 4) : nil
        case "com.apple.quicktime.camera.focal_length.35mm_equivalent":
            Int32(value).map { String($0) } == value ? .number(value, .int32, count: 4) : nil
        default: nil
        }
    }

    /// The box of metadata without one.
    ///
    /// - Parameters:
    ///   - metadata: What ``ofTheirOwn(_:in:)`` gave.
    ///   - stored: The numbers of the file that it comes from. Those that are still the same are stored as they are there.
    /// - Returns: The box, to be put into the movie's index.
    package static func box(of metadata: [MetadataItem], stored: [MovieKeysBox.Item] = []) -> MovieKeysBox {
        MovieKeysBox(
            metadata.map { item in
                let same = stored.first { other in
                    guard case .number(let text, _, _) = other.value else { return false }
                    return other.key == item.key && text == item.value
                }
                if let same { return same }
                let key = asMade(item.key)
                return MovieKeysBox.Item(key: key, value: value(item.value, of: key) ?? .text(item.value))
            }
        )
    }

    /// The key as libavformat looks for it: in any case, and with a language behind it, as in `title-eng`.
    private static func plain(_ key: String) -> String {
        let small = key.lowercased()
        guard let dash = small.lastIndex(of: "-"), small[dash...].count == 4 else { return small }
        return String(small[..<dash])
    }

    /// Whether libavformat would cut the value: QuickTime's boxes state lengths in 16 bits.
    private static func isTooLong(_ item: MetadataItem, in container: Container) -> Bool {
        container == .mov && boxesOfMOV.contains(plain(item.key)) && item.value.utf8.count > Int(UInt16.max)
    }

    /// Whether there is a box that holds the value as it is.
    private static func hasBox(_ item: MetadataItem, in container: Container) -> Bool {
        let key = plain(item.key)
        if key == "creation_time" { return isDate(item.value) }
        if container == .mov { return boxesOfMOV.contains(key) }
        if key == "location" { return isInDegrees(item.value) }
        if numbersOfMP4.contains(key) { return Int8(item.value).map { String($0) == item.value } ?? false }
        guard placesOfMP4.contains(key) else { return boxesOfMP4.contains(key) }
        let numbers = item.value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        return numbers.allSatisfy { number in Int16(number).map { $0 > 0 && String($0) == number } ?? false }
    }

    /// Whether libavformat takes a text for a date. It writes nothing of others.
    private static func isDate(_ text: String) -> Bool {
        let day = /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/
        let time = /[T ][0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})?/
        guard let match = text.prefixMatch(of: day) else { return false }
        let rest = text[match.range.upperBound...]
        return rest.isEmpty || rest.wholeMatch(of: time) != nil
    }

    /// Whether a place has the only form of ISO 6709 that libavformat reads for MP4's box: degrees, without minutes. It writes nothing of what is
    /// no place, and takes minutes for degrees.
    private static func isInDegrees(_ text: String) -> Bool {
        let form = /[+-][0-9]{1,2}(\.[0-9]+)?[+-][0-9]{1,3}(\.[0-9]+)?([+-][0-9]+(\.[0-9]+)?)?(CRS[^\/]+)?\/?/
        return text.wholeMatch(of: form) != nil
    }

    private static let boxesOfMP4: Set<String> = [
        "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright", "grouping",
        "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords", "creation_time", "location",
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
