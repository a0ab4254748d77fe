internal import Glibc

/// Reads as many bytes of a file as are asked for. One call may give fewer than there are, as where a file system is a program.
enum FileRead {
    /// Reads on until all bytes are there.
    ///
    /// - Parameters:
    ///   - count: How many bytes are asked for.
    ///   - read: Reads what comes behind so many of them, at least one byte: gives how many, 0 where the file ends, and −1 with `errno`.
    /// - Returns: How many bytes were read: fewer only where the file ends before, or reading fails.
    static func fill(_ count: Int, _ read: (_ done: Int) -> Int) -> Int {
        var done = 0
        while done < count {
            let got = read(done)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            done += got
        }
        return done
    }

    /// Reads a part of an open file into memory, which has room for it.
    @unsafe static func fill(_ memory: UnsafeMutableRawPointer, _ count: Int, of file: Int32, at offset: off_t) -> Int {
        fill(count) { done in unsafe pread(file, memory + done, count - done, offset + off_t(done)) }
    }
}
