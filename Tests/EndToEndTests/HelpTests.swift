import TestSupport
import Testing

/// What the command says of itself, pinned in the folder `Help`: where a change is meant, the text there changes too.
@Suite struct HelpTests {
    @Test(arguments: ["", "devices", "probe", "controls", "record", "export", "inspect", "demo"])
    func `--help is as it was`(subcommand: String) throws {
        let words = subcommand.isEmpty ? ["--help"] : [subcommand, "--help"]
        let help = try Command(words).run()
        #expect(help.status == 0)
        #expect(help.errors.isEmpty)
        #expect(try help.output == Self.pinned(subcommand.isEmpty ? "overcrank" : subcommand))
    }

    @Test(arguments: ["", "devices", "probe", "controls", "record", "export", "inspect", "demo"])
    func `No line of it is too wide for a terminal`(subcommand: String) throws {
        let text = try Self.pinned(subcommand.isEmpty ? "overcrank" : subcommand)
        // ArgumentParser puts the usage on one line.
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func `--version is one line`() throws {
        let version = try Command(["--version"]).run()
        #expect(version.status == 0)
        #expect(version.output == "0.1.0\n")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `Shells get their completions`(shell: String) throws {
        let script = try Command(["--generate-completion-script", shell]).run()
        #expect(script.status == 0)
        #expect(script.output.contains("frame-rate"))
    }

    private static func pinned(_ name: String, filePath: String = #filePath) throws -> String {
        let folder = filePath.prefix(upTo: filePath.lastIndex(of: "/") ?? filePath.startIndex)
        return String(decoding: try ScratchDirectory.bytes(of: "\(folder)/Help/\(name).txt"), as: UTF8.self)
    }
}
