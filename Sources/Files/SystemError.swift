internal import Glibc

/// The system's error numbers.
enum SystemError {
    /// What the system says of an error number (`strerror`).
    static func words(for number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
