/// The names of a file whose own name is taken.
enum NameCopy {
    /// `clip.mp4` for 1, `clip-2.mp4` for 2.
    static func path(_ path: String, copy: Int) -> String {
        guard copy > 1 else { return path }
        guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else {
            return "\(path)-\(copy)"
        }
        return "\(path[..<dot])-\(copy)\(path[dot...])"
    }
}
