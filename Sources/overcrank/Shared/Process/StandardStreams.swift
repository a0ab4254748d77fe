internal import Glibc

/// The descriptors 0, 1 and 2.
enum StandardStreams {
    /// Takes those that whoever started us closed (`2>&-`): the next file that is opened would get their number, and what is
    /// for people would be written into it. They fail as before: input cannot be read, output cannot be written.
    ///
    /// To be called before anything is opened.
    static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is given, which is this one.
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
