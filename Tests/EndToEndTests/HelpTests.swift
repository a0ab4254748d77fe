import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What the command says of itself, pinned in the folder `Help`. Where a change is meant, the environment variable
/// `OVERCRANK_UPDATE_HELP=1` has these tests write the texts there anew.
@Suite(.serialized) struct HelpTests {
    static let subcommands = [
        "", "devices", "probe", "controls", "record", "export", "side-by-side", "studio", "stills", "compare",
        "inspect",
        "presets", "demo",
    ]

    @Test(arguments: subcommands)
    func `--help is as it was`(subcommand: String) throws {
        let words = subcommand.isEmpty ? ["--help"] : [subcommand, "--help"]
        let help = try Command(words).run()
        #expect(help.status == 0)
        #expect(help.errors.isEmpty)
        let path = Self.path(of: subcommand)
        if Self.updates { try Data(help.output.utf8).write(to: URL(filePath: path)) }
        #expect(try help.output == Self.pinned(subcommand))
    }

    @Test(arguments: subcommands)
    func `No line of it is too wide for a terminal`(subcommand: String) throws {
        // ArgumentParser puts the usage on one line.
        let lines = try Self.pinned(subcommand).split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: ["export", "side-by-side", "stills", "record", "compare", "probe"])
    func `It begins with the three options that people use most`(subcommand: String) throws {
        let text = try Self.pinned(subcommand)
        let groups = text.split(separator: "\n\n").filter { $0.contains("\n  -") }
        let first = try #require(groups.first)
        #expect(first.hasPrefix("MOST USED:\n"))
        #expect(first.split(separator: "\n").filter { $0.hasPrefix("  -") }.count == 3)
    }

    @Test func `--version is one line`() throws {
        let version = try Command(["--version"]).run()
        #expect(version.status == 0)
        #expect(version.output == "0.1.0\n")
    }

    /// Whether the pinned texts are to be written anew.
    private static var updates: Bool { unsafe getenv("OVERCRANK_UPDATE_HELP") != nil }

    private static func pinned(_ subcommand: String) throws -> String {
        String(decoding: try ScratchDirectory.bytes(of: path(of: subcommand)), as: UTF8.self)
    }

    private static func path(of subcommand: String, filePath: String = #filePath) -> String {
        let folder = filePath.prefix(upTo: filePath.lastIndex(of: "/") ?? filePath.startIndex)
        return "\(folder)/Help/\(subcommand.isEmpty ? "overcrank" : subcommand).txt"
    }
}
