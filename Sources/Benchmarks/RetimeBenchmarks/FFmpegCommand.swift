internal import Foundation

/// The `ffmpeg` program on the PATH: what an export is compared with.
enum FFmpegCommand {
    struct Failure: Error, CustomStringConvertible {
        let status: Int32
        let arguments: [String]

        var description: String {
            let reason = status == 127 ? "there is no ffmpeg on the PATH" : "ffmpeg ended with \(status)"
            return "\(reason): ffmpeg \(arguments.joined(separator: " "))"
        }
    }

    /// Runs it to its end, silently.
    static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"] + arguments
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus, arguments: arguments)
        }
    }
}
