internal import Files

/// The files of a series on the disk.
struct SeriesFolder {
    private let pattern: NamePattern
    /// What was read of each file that was there before, by name: `nil` for those that are not the series' own.
    private var known: [String: (attributes: FileAttributes, file: SeriesFile?)] = [:]

    init(_ pattern: NamePattern) { self.pattern = pattern }

    /// The series' own files now, finished or not, by name. Those that are being written are among them.
    var files: [SeriesFile] { known.values.compactMap(\.file) }

    /// Looks what is there. Files that have not changed are not read again.
    ///
    /// - Complexity: O(number of entries in the folders that a file can be in).
    mutating func scan(at clock: SeriesClock) {
        var found: [String: (attributes: FileAttributes, file: SeriesFile?)] = [:]
        for name in Self.names(pattern) {
            let path = pattern.path(of: name)
            guard let attributes = FileAttributes(path), attributes.isFile else { continue }
            if let before = known[name], before.attributes == attributes {
                found[name] = before
                found[name]?.file?.isMarked = KeepMark.isThere(path)
                continue
            }
            let file = SeriesOwnership.start(of: path, in: pattern).map { start in
                SeriesFile(
                    name: name,
                    start: start,
                    seen: known[name]?.file?.seen ?? clock.uptime,
                    bytes: attributes.size,
                    isMarked: KeepMark.isThere(path)
                )
            }
            found[name] = (attributes, file)
        }
        known = found
    }

    /// The names of all files that are like the pattern's, in its folder.
    static func names(_ pattern: NamePattern) -> [String] { names(pattern, pattern.globs[...], in: "") }

    /// Names below a folder that are like the patterns, one for each level.
    private static func names(_ pattern: NamePattern, _ globs: ArraySlice<String>, in folder: String) -> [String] {
        guard let glob = globs.first else { return [] }
        let path = folder.isEmpty ? pattern.folder : pattern.path(of: folder)
        return DirectoryEntries.names(in: path).filter { FileAttributes.isLike(glob, $0) }.flatMap { entry in
            let name = folder.isEmpty ? entry : "\(folder)/\(entry)"
            guard globs.count > 1 else { return [name] }
            guard FileAttributes(pattern.path(of: name))?.isFolder == true else { return [] }
            return names(pattern, globs.dropFirst(), in: name)
        }
    }

    /// Deletes a file, unless it is being written, marked, or another one by now; and the folders that are empty then.
    mutating func delete(_ file: SeriesFile) -> FileRemoval.Outcome {
        guard let attributes = known[file.name]?.attributes else { return .gone }
        let path = pattern.path(of: file.name)
        let outcome = FileRemoval.remove(path, expected: attributes) { KeepMark.isThere(path) }
        if outcome == .removed {
            FileRemoval.removeEmptyFolders(from: ParentDirectory.of(path), below: pattern.folder)
        }
        if outcome == .removed || outcome == .gone { known[file.name] = nil }
        return outcome
    }
}
