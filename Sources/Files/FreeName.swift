internal import CAttributes
internal import Glibc
internal import PathNames

/// Gives a file a name that no other file has.
enum FreeName {
    /// How it is done; the best first. Not every file system has all of them.
    enum Way: CaseIterable {
        /// The system renames it, and looks itself. Not on FUSE and on network file systems.
        case renaming
        /// It gets a second name, and the first one is taken away. Not where there are no hard links: on FAT and exFAT.
        case linking
        /// We look, and rename it. A file that appears between both would be replaced.
        case looking

        fileprivate func give(_ name: String, to file: String) -> Int32 {
            let (old, new) = (file.pathBytes, name.pathBytes)
            switch self {
            case .renaming:
                return unsafe oc_rename_without_replacing(old, new) == 0 ? 0 : errno
            case .linking:
                guard unsafe link(old, new) == 0 else { return errno }
                unsafe unlink(old)
                return 0
            case .looking:
                var status = stat()
                if unsafe lstat(new, &status) == 0 { return EEXIST }
                return unsafe rename(old, new) == 0 ? 0 : errno
            }
        }
    }

    /// Renames a file, in the first way that the file system has.
    ///
    /// - Parameters:
    ///   - name: The path that it gets.
    ///   - file: The path that it has.
    ///   - ways: The ways that are tried, one after the other; at least one.
    /// - Returns: 0, or the system's error number of the last way; `EEXIST` where there is a file of that name, which is not touched.
    static func give(_ name: String, to file: String, ways: [Way] = Way.allCases) -> Int32 {
        var code: Int32 = 0
        for way in ways {
            code = way.give(name, to: file)
            if code == 0 || code == EEXIST { break }
        }
        return code
    }
}
