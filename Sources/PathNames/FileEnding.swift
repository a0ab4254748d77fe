/// The ending of a file's name: what is from its last dot on.
package enum FileEnding {
    /// Where the ending begins, with its dot; `nil` where the last part of a path has none. A name that begins with its only dot is
    /// an ending altogether.
    package static func start(in path: String) -> String.Index? {
        guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else { return nil }
        return dot
    }

    /// The ending in lower case, without its dot; `nil` where there is none.
    package static func lowercased(of path: String) -> String? {
        start(in: path).map { path[path.index(after: $0)...].lowercased() }
    }

    /// The path of one of several files that belong together: `clip.mp4` for 1, `clip-2.mp4` for 2.
    package static func path(_ path: String, copy number: Int) -> String {
        guard number > 1 else { return path }
        let dot = start(in: path) ?? path.endIndex
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
