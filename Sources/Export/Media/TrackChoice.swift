internal import Composition
public import MediaTime

/// Which tracks of files are played. What is not among them is as if it were not in the file: a file without its longest track is as long
/// as the others are. Times keep their zero.
public struct TrackChoice: Hashable, Sendable {
    /// A track, or all tracks of a kind.
    public enum Item: Hashable, Sendable {
        /// By its number in the file, from 0 on.
        case number(Int)
        /// All of a kind.
        case kind(MediaTrack.Kind)
    }

    /// The tracks that are named.
    public let items: [Item]
    /// Whether all are played but these.
    public let leavesOut: Bool

    /// These tracks, or all but these.
    public init(_ items: [Item], leavesOut: Bool = false) {
        (self.items, self.leavesOut) = (items, leavesOut)
    }

    /// Reads numbers and kinds: `0,2`, `video,audio`, `all but 3,subtitle`.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let leavesOut = words.hasPrefix(Self.exception)
        let list = leavesOut ? words.dropFirst(Self.exception.count) : words[...]
        let items = list.split(separator: ",", omittingEmptySubsequences: false).map { name -> Item? in
            let name = name.filter { $0 != " " }
            if let number = Int(name) { return number >= 0 ? .number(number) : nil }
            return MediaTrack.Kind(rawValue: name).flatMap { Self.kinds.contains($0) ? .kind($0) : nil }
        }
        let known = items.compactMap(\.self)
        guard known.count == items.count else {
            let kinds = Self.kinds.map(\.rawValue).joined(separator: ", ")
            throw ParseError(text, "tracks are named by numbers or kinds (\(kinds)): 0,2 or 'all but 3'")
        }
        self.init(known, leavesOut: leavesOut)
    }

    private static let exception = "all but "
    /// What can be chosen. A timecode and texts that are chapters say something of the others.
    private static let kinds: [MediaTrack.Kind] = [.video, .audio, .subtitle, .data, .coverArt, .attachment]

    fileprivate func keeps(_ track: MediaTrack) -> Bool {
        guard Self.kinds.contains(track.kind) else { return true }
        return items.contains { $0.names(track) } != leavesOut
    }
}

extension TrackChoice.Item {
    fileprivate func names(_ track: MediaTrack) -> Bool {
        switch self {
        case .number(let number): track.index == number
        case .kind(let kind): track.kind == kind
        }
    }
}

extension MediaDescription {
    /// The same file, of which only some tracks are played.
    ///
    /// - Throws: ``ExportError`` for numbers that no track has, and where nothing would be left to play.
    public func keeping(_ choice: TrackChoice) throws(ExportError) -> MediaDescription {
        for case .number(let number) in choice.items where !tracks.contains(where: { $0.index == number }) {
            let last = tracks.map(\.index).max() ?? 0
            throw ExportError(.settings, "\(path) has no track \(number): the last one is \(last)")
        }
        var kept = self
        kept.tracks = tracks.filter(choice.keeps)
        guard kept.asset.tracks.contains(where: { $0.kind == .video || $0.kind == .audio }) else {
            throw ExportError(.settings, "none of the tracks of \(path) that are chosen is video or audio")
        }
        return kept
    }
}
