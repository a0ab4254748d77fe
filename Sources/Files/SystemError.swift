internal import Glibc
internal import PathNames

/// The system's error numbers.
package enum SystemError {
    /// What the system says of an error number (`strerror`). Of a full disk it is said in the same words everywhere.
    package static func words(for number: Int32) -> String {
        if number == ENOSPC { return "no space left on the device" }
        return unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }

    /// The same of a call that got a path. Where that is a text that is none, this is the reason, whatever the system says.
    package static func words(for number: Int32, on path: String) -> String {
        PathName.isPath(path) ? words(for: number) : PathName.noPath
    }
}
