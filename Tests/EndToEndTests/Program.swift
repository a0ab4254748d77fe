import FoundationEssentials
import TestSupport

/// Another program, found as a shell finds it.
struct Program {
    private let words: [String]

    init(_ name: String, _ arguments: [String]) { words = ["/usr/bin/env", name] + arguments }

    func run() throws -> Command.Outcome { try RunningCommand(words).wait() }

    /// Whether a program is installed.
    static func isThere(_ name: String) -> Bool {
        ["/usr/local/bin", "/usr/bin", "/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }
}
