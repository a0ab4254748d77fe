internal import Glibc
internal import PathNames

/// The environment of this process.
package enum Environment {
    /// What a variable says; `nil` where it is not set. It may be the name of a file, which is any bytes.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: value, count: strlen(value))
        return unsafe PathName.text(of: bytes.map(UInt8.init(bitPattern:)))
    }

    /// The path that a variable names; `nil` where it is not set. A relative path is no path (XDG Base Directory Specification).
    package static func path(_ name: String) -> String? { value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
