internal import Glibc

/// The system's error numbers.
package enum SystemError {
    /// What the system says of an error number (`strerror`). Of a full disk it is said in the same words everywhere.
    package static func words(for number: Int32) -> String {
        if number == ENOSPC { return "no space left on the device" }
        return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
