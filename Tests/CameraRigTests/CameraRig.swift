import Foundation
import TestSupport

/// A virtual machine with cameras, for commands that are to be tried on real drivers; see `Tests/CameraRig/README.md`.
struct CameraRig {
    /// Seconds of the host that a boot may take, jobs and all.
    var limit = 600
    /// A disk of the guest's own, where it has one.
    var disk: RigDisk?

    /// Whether these tests were asked for: they fetch a kernel and take a minute or more, which `swift test` shall not.
    static let isWanted = ProcessInfo.processInfo.environment["OVERCRANK_CAMERA_RIG"] != nil

    /// Whether the machine can run here at all.
    static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/qemu-system-x86_64")
    }

    /// Boots the machine, runs the steps one after the other and shuts it down.
    func run(_ steps: [RigStep]) async throws -> RigResults {
        let results = RigResults(files: try ScratchDirectory())
        let job = try results.files.write(steps.map(\.command).joined(separator: "\n").utf8, to: "job")
        var arguments = ["--limit", String(limit), "--path", try Self.products]
        if let disk { arguments += ["--disk", disk.path] }
        arguments += [job, results.files.path]
        let process = Process()
        process.executableURL = URL(filePath: Self.directory + "/run")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: URL(filePath: results.files.write([], to: "run.errors")))
        let status = try await process.runToEnd()
        guard status == 0 else { throw RigError.noResult(status: status, results: results) }
        return results
    }

    /// `Tests/CameraRig`, which stands beside this file's directory.
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "CameraRig").path()

    /// Where the command stands that is tested: beside the bundle of the tests that are running.
    private static var products: String {
        get throws {
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: bundle).deletingLastPathComponent().path()
        }
    }
}

/// A disk of the guest's own, with ext4 on it: empty at first, then as the last boot left it.
struct RigDisk {
    private let scratch: ScratchDirectory
    var path: String { scratch.file("disk") }

    init(megabytes: Int) async throws {
        scratch = try ScratchDirectory()
        let process = Process()
        process.executableURL = URL(filePath: "/sbin/mkfs.ext4")
        process.arguments = ["-q", "-F", path, "\(megabytes)M"]
        let status = try await process.runToEnd()
        guard status == 0 else { throw SystemError("mkfs.ext4", status) }
    }
}

/// The machine came to no good end.
enum RigError: Error, CustomStringConvertible {
    case noResult(status: Int32, results: RigResults)
    case noStep(String)

    var description: String {
        switch self {
        case .noStep(let name):
            "the machine stopped before the step \(name)"
        case .noResult(let status, let results):
            (["the machine ended with \(status)"]
                + ["run.errors", "log", "console"].map { "\($0): \(results.text(of: $0).suffix(2000))" })
                .joined(separator: "\n")
        }
    }
}

extension Process {
    /// Starts it and waits for its end without holding a thread; the exit status.
    fileprivate func runToEnd() async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try run() } catch { continuation.resume(throwing: error) }
        }
    }
}
