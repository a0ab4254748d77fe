internal import Export
internal import FFmpeg
internal import Files
internal import Glibc
internal import PathNames

/// What a session may read: files that were named, and whatever lies in folders that were named. Links are followed before it is
/// judged where something lies.
public struct ReadablePlaces: Sendable {
    /// The folders, without links.
    public let folders: [String]
    private var files: Set<String> = []

    /// Something in a folder.
    public struct Entry: Hashable, Sendable {
        /// What an entry is.
        public enum Kind: String, Sendable {
            /// A folder.
            case folder
            /// By its name, a clip.
            case clip
            /// Anything else.
            case other
        }

        /// Its name.
        public let name: String
        /// Where it is.
        public let path: String
        /// What it is.
        public let kind: Kind
        /// Its size.
        public let bytes: Int64
    }

    /// Places below folders.
    ///
    /// - Throws: ``StudioError`` for a folder that is not there.
    public init(folders: [String]) throws(StudioError) {
        var whole: [String] = []
        for folder in folders {
            guard let path = Self.whole(folder), Self.kind(of: path) == .folder else {
                throw StudioError(.notFound, "there is no folder \(folder)")
            }
            whole.append(path)
        }
        self.folders = whole
    }

    /// Adds a file by its path without links.
    mutating func add(file: String) { files.insert(file) }

    /// A path without links.
    ///
    /// - Throws: ``StudioError``: `.forbidden` where it is not among these places, and where there is nothing.
    public func readable(_ path: String) throws(StudioError) -> String {
        if let whole = Self.whole(path), files.contains(whole) || folders.contains(where: { Self.lies(whole, in: $0) })
        {
            return whole
        }
        throw StudioError(.forbidden, "\(path) is not in a folder that may be read")
    }

    /// What is in a folder, by name, folders first. Hidden files are left out. Numbered images are a clip by their pattern, too.
    ///
    /// - Throws: ``StudioError`` where it is no folder, or may not be read.
    /// - Complexity: O(*n* log *n*) in the number of entries.
    public func entries(of path: String) throws(StudioError) -> [Entry] {
        let folder = try readable(path)
        guard Self.kind(of: folder) == .folder else { throw StudioError(.invalid, "\(path) is no folder") }
        var entries: [Entry] = []
        for name in DirectoryEntries.names(in: folder) where !name.hasPrefix(".") {
            let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            guard let whole = Self.whole(place), (try? readable(whole)) != nil, let kind = Self.kind(of: whole) else {
                continue
            }
            entries.append(Entry(name: name, path: place, kind: kind, bytes: Self.size(of: whole)))
        }
        let files = entries.filter { $0.kind != .folder }.map(\.name)
        entries += NumberedImages.patterns(among: files).map { pattern in
            Entry(name: pattern, path: folder == "/" ? "/\(pattern)" : "\(folder)/\(pattern)", kind: .clip, bytes: 0)
        }
        return entries.sorted { ($0.kind == .folder ? 0 : 1, $0.name) < ($1.kind == .folder ? 0 : 1, $1.name) }
    }

    /// A path without links; `nil` where there is nothing. Of a pattern of numbered images it is that of their folder, and the pattern.
    static func whole(_ path: String) -> String? {
        guard !path.utf8.contains(0) else { return nil }
        guard let resolved = unsafe realpath(path.pathBytes, nil) else { return pattern(path) }
        defer { unsafe free(resolved) }
        var bytes: [UInt8] = []
        var place = unsafe resolved
        while unsafe place.pointee != 0 {
            bytes.append(UInt8(bitPattern: unsafe place.pointee))
            unsafe place += 1
        }
        return PathName.text(of: bytes)
    }

    private static func pattern(_ path: String) -> String? {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        guard let names = NumberedName(pattern: String(path[name...])),
            let folder = whole(name == path.startIndex ? "." : String(path[..<name]))
        else { return nil }
        return folder == "/" ? "/\(names.pattern)" : "\(folder)/\(names.pattern)"
    }

    private static func lies(_ path: String, in folder: String) -> Bool {
        folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path.pathBytes, &status) == 0 ? status : nil
    }

    private static func size(of path: String) -> Int64 { status(of: path).map { Int64($0.st_size) } ?? 0 }

    static func kind(of path: String) -> Entry.Kind? {
        guard let status = status(of: path) else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG:
            let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
            return clipEndings.contains(ending) ? .clip : .other
        default: return nil
        }
    }

    private static let clipEndings: Set<String> = [
        "3g2", "3gp", "aac", "aif", "aiff", "asf", "avi", "flac", "flv", "gif", "insv", "m2t", "m2ts", "m2v", "m4a",
        "m4v",
        "mj2", "mjpeg", "mka", "mkv", "mov", "mp3", "mp4", "mpeg", "mpg", "mts", "mxf", "oga", "ogg", "ogv", "opus",
        "qt",
        "ts", "vob", "wav", "webm", "wmv", "y4m",
    ]
}
