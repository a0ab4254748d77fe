internal import Glibc
internal import PathNames

/// Removes a file, unless it is being written or has become another one.
package enum FileRemoval {
    /// What became of it.
    package enum Outcome: Hashable, Sendable {
        case removed
        /// It is locked by whoever writes it, or `isWanted` said so.
        case kept
        /// There is no such file any more.
        case gone
        case failed(reason: String)
    }

    /// Removes a file.
    ///
    /// - Parameters:
    ///   - path: of the file; links are not followed.
    ///   - expected: what the file was like.
    ///   - isWanted: is asked while the file is locked whether it is to stay.
    /// - Returns: what became of it.
    package static func remove(_ path: String, expected: FileAttributes, isWanted: () -> Bool) -> Outcome {
        let descriptor = unsafe open(path.pathBytes, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return .gone }
        guard descriptor >= 0 else { return .failed(reason: SystemError.words(for: errno)) }
        defer { close(descriptor) }
        guard FileLock.take(descriptor), FileAttributes(path) == expected, !isWanted() else { return .kept }
        guard unsafe unlink(path.pathBytes) == 0 else { return .failed(reason: SystemError.words(for: errno)) }
        return .removed
    }

    /// Removes folders that are empty, from one upwards, none above another.
    package static func removeEmptyFolders(from folder: String, below root: String) {
        var folder = folder
        while folder != root, folder.count > root.count, unsafe rmdir(folder.pathBytes) == 0 {
            folder = ParentDirectory.of(folder)
        }
    }
}
