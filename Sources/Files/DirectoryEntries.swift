internal import Glibc
internal import PathNames

/// What is in a directory.
package enum DirectoryEntries {
    /// The names in a directory without `.` and `..`, sorted; none where it cannot be read.
    package static func names(in path: String) -> [String] {
        guard let stream = unsafe opendir(path.pathBytes) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe name(of: entry)
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// An entry is as long as its name. To read `d_name` as what it is declared as, 256 bytes, would be to read beyond it.
    private static func name(of entry: UnsafePointer<dirent>) -> String {
        let place = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let bytes = unsafe UnsafeRawPointer(entry).advanced(by: place).assumingMemoryBound(to: CChar.self)
        let name = unsafe UnsafeRawBufferPointer(start: bytes, count: strlen(bytes))
        return unsafe PathName.text(of: name)
    }
}
