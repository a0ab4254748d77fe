import Foundation
import TestSupport

/// A shell in which the commands of an article are run, one after another, in a folder of its own.
struct Shell {
    struct Outcome {
        let status: Int32
        /// Standard output and standard error, as a terminal shows them.
        let lines: [String]
    }

    /// Where the examples are run.
    let folder: ScratchDirectory
    private let programs: ScratchDirectory

    /// - Parameter programs: Scripts that are found before any other program of their name. They see the built
    ///   command as `$OVERCRANK`.
    /// - Throws: Where the folders cannot be made, or the command is not built.
    init(programs: [String: String]) throws {
        folder = try ScratchDirectory()
        self.programs = try ScratchDirectory()
        for (name, script) in programs {
            let path = try self.programs.write(Array("#!/bin/sh\n\(script)\n".utf8), to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        try FileManager.default.createSymbolicLink(
            atPath: self.programs.file("overcrank"),
            withDestinationPath: try Self.builtProgram("overcrank")
        )
    }

    /// The folder of what the package builds: the bundle of the tests that are running is in it.
    static func builtProducts() throws -> URL {
        URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent()
    }

    /// A program that the package builds.
    static func builtProgram(_ name: String) throws -> String {
        let path = try builtProducts().appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw CocoaError(.fileNoSuchFile) }
        return path
    }

    /// Runs commands until one fails.
    func run(_ commands: String) throws -> Outcome {
        let log = try ScratchDirectory()
        let path = try log.write([], to: "log")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-euo", "pipefail", "-c", commands]
        process.currentDirectoryURL = URL(filePath: folder.file("."))
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(programs.file(".")):\(environment["PATH"] ?? "/usr/bin:/bin")"
        environment["OVERCRANK"] = try Self.builtProgram("overcrank")
        environment["COLUMNS"] = "80"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        // Both to one file, so that their lines stand in the order in which they were written.
        let output = try FileHandle(forWritingTo: URL(filePath: path))
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        try output.close()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return Outcome(status: process.terminationStatus, lines: MarkdownExample.trimmed(lines))
    }
}
