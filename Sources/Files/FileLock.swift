internal import Glibc
internal import PathNames

/// Says of a file or a directory that it is being written. The system takes the lock back when the program ends, however it
/// ends. It hinders nobody who does not ask.
enum FileLock {
    /// Takes the lock of an open file for as long as it is open. `false` where somebody else has it. A file system that has
    /// no locks gives it to everybody.
    ///
    /// NFS gives the whole lock only to who may write to the file. Others share one there, which whoever writes does not leave
    /// to them.
    static func take(_ descriptor: Int32) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        return errno == EBADF ? isFree(descriptor) : errno != EWOULDBLOCK
    }

    /// Shares the lock of an open file with others who ask. `false` where somebody has it for themselves.
    private static func isFree(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// Gives a lock back, and closes the file. To close it alone is not enough where something else still has the same open
    /// file: a thread that brings its bytes to the disk.
    static func giveBack(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether somebody else has the lock of a file. Several may ask at once. `false` where the file cannot be opened.
    static func isHeld(_ path: String) -> Bool {
        let descriptor = unsafe open(path.pathBytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return !isFree(descriptor)
    }
}
