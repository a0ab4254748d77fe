extension PathName {
    /// What a file is called in its folder: the last part of a path, `clip.mp4` of `a/clip.mp4` and of `a/clip.mp4/`. The path itself where it
    /// has no parts.
    package static func last(of path: String) -> String {
        // By bytes: an accent that follows is one character with the slash.
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    }

    /// What a file is called without its ending: `clip` of `a/clip.mp4`. A name that begins with its only dot has no ending.
    package static func stem(of path: String) -> String {
        let name = last(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
