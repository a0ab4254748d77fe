/// Names of files that belong together.
enum NumberedPath {
    /// `clip.mp4` as it is for 1, `clip-2.mp4` for 2.
    static func path(_ path: String, _ number: Int) -> String {
        guard number > 1 else { return path }
        guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else {
            return "\(path)-\(number)"
        }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
