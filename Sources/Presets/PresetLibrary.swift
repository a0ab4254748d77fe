internal import Files
internal import PathNames

/// Finds presets by name: files `NAME.yaml` in a list of directories. The first directory that has a name wins.
public struct PresetLibrary: Sendable {
    /// A preset's file.
    public struct Entry: Hashable, Sendable {
        /// The file's name without its ending.
        public let name: String
        /// The file.
        public let path: String
    }

    /// Where presets are looked for, in this order. A directory may be missing.
    public let directories: [String]

    /// The presets of some directories.
    public init(directories: [String]) { self.directories = directories }

    /// The presets of a user of an installed or a built command.
    ///
    /// The user's own come first: `$XDG_CONFIG_HOME/overcrank/presets`, or `~/.config/overcrank/presets`. Then those that
    /// are installed with the program, `../share/overcrank/presets` from its directory (Filesystem Hierarchy Standard);
    /// and for a command within a package's `.build`, the package's `Presets`.
    ///
    /// - Parameters:
    ///   - executable: The command's own path, absolute and without links.
    ///   - configurationHome: `XDG_CONFIG_HOME`; by its specification a relative path is no path.
    ///   - home: `HOME`.
    public init(executable: String, configurationHome: String?, home: String?) {
        var directories: [String] = []
        if let configurationHome, configurationHome.hasPrefix("/") {
            directories.append("\(configurationHome)/overcrank/presets")
        } else if let home, !home.isEmpty {
            directories.append("\(home)/.config/overcrank/presets")
        }
        let parts = executable.split(separator: "/")
        func directory(of ancestors: some Sequence<Substring>, _ rest: String) -> String {
            "/" + (Array(ancestors) + [rest[...]]).joined(separator: "/")
        }
        if parts.count >= 2 { directories.append(directory(of: parts.dropLast(2), "share/overcrank/presets")) }
        if let build = parts.lastIndex(of: ".build") { directories.append(directory(of: parts[..<build], "Presets")) }
        self.directories = directories
    }

    /// All presets, by name.
    ///
    /// - Complexity: O(files in the directories).
    public var entries: [Entry] {
        var entries: [String: Entry] = [:]
        for directory in directories {
            for file in DirectoryEntries.names(in: directory) where file.hasSuffix(Self.ending) && !file.hasPrefix(".")
            {
                let name = String(file.dropLast(Self.ending.count))
                if entries[name] == nil { entries[name] = Entry(name: name, path: "\(directory)/\(file)") }
            }
        }
        return entries.values.sorted { $0.name < $1.name }
    }

    /// The preset of a name or a path. A text with a `/`, or one that ends in `.yaml`, is a path.
    ///
    /// - Throws: ``PresetError``: `.unknown` where no preset has the name.
    public func entry(_ nameOrPath: String) throws(PresetError) -> Entry {
        if nameOrPath.contains("/") || nameOrPath.hasSuffix(Self.ending) {
            let file = PathName.last(of: nameOrPath)
            let name = file.hasSuffix(Self.ending) ? String(file.dropLast(Self.ending.count)) : file
            return Entry(name: name, path: nameOrPath)
        }
        let entries = entries
        if let entry = entries.first(where: { $0.name == nameOrPath }) { return entry }
        let nearest = Spelling.nearest(to: nameOrPath, of: entries.map(\.name)).map { "did you mean '\($0)'?" }
        let none = entries.isEmpty ? "no presets were found in \(directories.joined(separator: ", "))" : nil
        throw PresetError(.unknown, "there is no preset '\(nameOrPath)'", hint: nearest ?? none)
    }

    /// How the names of presets' files end.
    package static let ending = ".yaml"
}

extension PresetLibrary.Entry {
    /// The largest file that is read: a preset is a page of text.
    private static let limit = 1 << 20

    /// The text of the file.
    ///
    /// - Throws: ``PresetError``: `.missing`, `.notPermitted`, `.unreadable`; `.malformed` where it is no UTF-8.
    public func text() throws(PresetError) -> String {
        let bytes: [UInt8]
        do { bytes = try SmallFile.bytes(of: path, atMost: Self.limit) } catch { throw PresetError(error) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PresetError(.malformed, "\(path): it is not text (UTF-8)")
        }
        return text
    }

    /// The preset.
    ///
    /// - Throws: ``PresetError``.
    public func preset() throws(PresetError) -> Preset { try Preset(parsing: text(), file: path) }
}
