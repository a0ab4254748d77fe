import FoundationEssentials
import TestSupport
import Testing

@testable import overcrank

/// The manual page, which is made from the same definitions as the help.
@Suite struct ManualPageTests {
    private static func page() throws -> String {
        let outcome = try Command(["--generate-man-page"]).run()
        try #require(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        return outcome.output
    }

    @Test func `It has every option of every subcommand's help`() throws {
        let page = try Self.page().replacing(#"\-"#, with: "-")
        let sections = page.split(separator: "\n.SS ")
        for subcommand in HelpTests.subcommands.dropFirst() {
            let section = try #require(sections.first { $0.hasPrefix("\"overcrank \(subcommand)\"") })
            let help = try Command([subcommand, "--help"]).run().output
            // A label ends where two spaces follow.
            let labels = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
                .compactMap { $0.dropFirst(2).split(separator: "  ").first }
            let options = labels.flatMap { $0.split { " ,/".contains($0) } }.filter { $0.hasPrefix("--") }
            try #require(!options.isEmpty)
            for option in options { #expect(section.contains("\\fB\(option)\\fR"), "\(subcommand) \(option)") }
        }
    }

    @Test func `It says every exit code`() throws {
        let page = try Self.page()
        let section = try #require(page.split(separator: "\n.SH ").first { $0.hasPrefix("EXIT STATUS") })
        for status in ExitStatus.allCases {
            #expect(section.contains("\\fB\(status.rawValue)\\fR\n\(status.meaning.prefix(20))"))
        }
    }

    @Test func `Its requests are those of the man macros, and its text is ASCII`() throws {
        let page = try Self.page()
        let known: Set<Substring> = [".\\\"", ".TH", ".SH", ".SS", ".PP", ".TP", ".EX", ".EE"]
        for line in page.split(separator: "\n") where line.hasPrefix(".") {
            #expect(known.contains(line.prefix { $0 != " " }), "\(line)")
        }
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test(.enabled(if: Program.isThere("mandoc"), "mandoc is not installed"))
    func `mandoc has nothing to say against it but that it has no date`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write(Self.page().utf8, to: "overcrank.1")
        let outcome = try Program("mandoc", ["-T", "lint", "-W", "warning", path]).run()
        let complaints = outcome.output.split(separator: "\n").filter { !$0.contains("missing date") }
        #expect(complaints.isEmpty, "\(complaints)")
    }

    @Test(arguments: [
        ("a-b", #"a\-b"#), (#"C:\d"#, #"C:\ed"#), ("it's", #"it\(aqs"#), ("a … b", #"a \[u2026] b"#),
        ("😀", #"\[u1F600]"#), (".TP", #"\&.TP"#), ("'s", #"\(aqs"#),
    ])
    func `Text means itself in roff`(text: String, roff: String) {
        #expect(Roff.line(text) == roff)
    }

    @Test func `Long text is broken between words`() {
        let lines = Roff.lines(Array(repeating: "eleven-char", count: 40).joined(separator: " "))
        #expect(lines.count > 1)
        #expect(lines.allSatisfy { $0.count <= 78 })
        #expect(lines.joined(separator: " ").split(separator: " ").count == 40)
    }
}
