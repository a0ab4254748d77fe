internal import Glibc

/// The environment of this process.
package enum Environment {
    /// What a variable says; `nil` where it is not set.
    package static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The path that a variable names; `nil` where it is not set. A relative path is no path (XDG Base Directory Specification).
    package static func path(_ name: String) -> String? { value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
