internal import Files
internal import Glibc

/// Which processes hold a device open, as far as /proc lets us see.
enum Occupants {
    /// ` (by ffplay, process 4711)`; empty where no process is seen.
    static func text(of node: String) -> String {
        let path = FileNames.resolved(node) ?? node
        let names = processes(holding: path).map { "\($0.name), process \($0.id)" }
        return names.isEmpty ? "" : ": \(names.joined(separator: "; "))"
    }

    /// Every other process that has the path open.
    ///
    /// - Complexity: O(number of open files of all processes).
    static func processes(holding path: String) -> [(id: Int32, name: String)] {
        DirectoryEntries.names(in: "/proc").compactMap { entry in
            guard let id = Int32(entry), id != getpid() else { return nil }
            let files = "/proc/\(id)/fd"
            let holds = DirectoryEntries.names(in: files).contains { FileNames.linkTarget("\(files)/\($0)") == path }
            return holds ? (id, FileNames.text(of: "/proc/\(id)/comm") ?? "?") : nil
        }
    }
}
