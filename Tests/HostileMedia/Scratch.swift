import FoundationEssentials
import Glibc

/// A folder for the files of one thread. It is removed with the last reference to this object.
final class Scratch: Sendable {
    let path: String

    init() throws {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? P_tmpdir
        var template = Array("\(parent)/hostile-media.XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw HarnessError("mkdtemp: errno \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        for name in ["tmp", "work"] {
            try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: false)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }

    /// The names of what is in the folders of the command's own files and of its temporary ones.
    var contents: [String] {
        get throws {
            try ["work", "tmp"].flatMap { folder in
                try FileManager.default.contentsOfDirectory(atPath: file(folder)).map { "\(folder)/\($0)" }
            }
        }
    }

    /// Removes what is in those folders.
    func clear() throws {
        for name in try contents { try FileManager.default.removeItem(atPath: file(name)) }
    }

    static func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }
}

/// The harness itself cannot go on.
struct HarnessError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
