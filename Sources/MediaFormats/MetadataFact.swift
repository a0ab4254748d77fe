/// What a key of metadata says, whatever it is called: containers and libav have several keys for one fact.
public struct MetadataFact: Hashable, Sendable {
    /// The plainest of its keys, in small letters.
    private let name: String

    /// The place where a clip was filmed.
    public static let place = MetadataFact(named: "location")

    /// Facts that XMP says of a clip, too.
    private static let ofXMP: Set<String> = [
        "location", "title", "description", "comment", "copyright", "artist", "author", "creator", "keywords", "genre",
        "date", "creation_time", "creationdate", "make", "model", "lens", "rating",
    ]

    /// What other keys are called more plainly.
    private static let plain = [
        "location.iso6709": "location", "recording_location": "location", "displayname": "title",
    ]

    /// The fact that a key says.
    ///
    /// - Parameter key: libav's or the container's own, whatever its case.
    public init(ofKey key: String) {
        let small = key.lowercased()
        let apple = "com.apple.quicktime."
        let short = small.hasPrefix(apple) ? String(small.dropFirst(apple.count)) : small
        self.init(named: Self.plain[short] ?? short)
    }

    private init(named name: String) { self.name = name }

    /// Whether a key says it or something of it, in whatever language. QuickTime has keys for a place's name and for how exact it is; and
    /// libav adds the language of a text to its key, as in `title-eng`.
    ///
    /// - Parameter key: libav's or the container's own, whatever its case.
    /// - Returns: Whether a text under the key is about the fact.
    public func isSaid(by key: String) -> Bool {
        let other = MetadataFact(ofKey: key)
        if other == self || self == .place && other.name.hasPrefix("location.") { return true }
        let parts = key.split(separator: "-", omittingEmptySubsequences: false)
        guard Self.ofXMP.contains(name), let language = parts.last, parts.count > 1, language.count == 3 else {
            return false
        }
        return MetadataFact(ofKey: parts.dropLast().joined(separator: "-")) == self
    }

    /// Whether the XMP of a clip may say it, too.
    package var isInXMP: Bool { Self.ofXMP.contains(name) }
}
