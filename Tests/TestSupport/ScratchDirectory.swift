internal import FoundationEssentials
internal import Glibc

/// A directory for one test's files. It is removed with the last reference to this object.
package final class ScratchDirectory: Sendable {
    package let path: String

    package init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? P_tmpdir
        var template = Array("\(parent)/overcrank-tests.XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SystemError("mkdtemp", errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        // A test may have removed its own permissions.
        unsafe chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it. The file need not exist.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of all files and directories in it, hidden ones as well, sorted.
    package var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// Writes a file and returns its path.
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }

    /// The bytes of a file, in it or elsewhere.
    package static func bytes(of path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: path)))
    }
}

/// A failed system call.
package struct SystemError: Error, CustomStringConvertible {
    package let call: String
    package let errno: Int32

    package init(_ call: String, _ errno: Int32) {
        self.call = call
        self.errno = errno
    }

    package var description: String { "\(call): errno \(errno)" }
}
