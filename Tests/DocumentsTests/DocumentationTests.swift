import FoundationEssentials
import TestSupport
import Testing

/// The API documentation of all modules, as `.ci/documentation` builds it.
@Suite struct DocumentationTests {
    @Test func `It builds without a warning`() throws {
        let shell = try Shell(programs: [:])
        let script = PackageFolder().path(".ci/documentation")
        let outcome = try shell.run("'\(script)' '\(shell.folder.file("archives"))' '\(Shell.builtProducts().path)'")
        #expect(outcome.status == 0, "\(outcome.lines.joined(separator: "\n"))")
        #expect(try shell.run("ls archives").lines.contains("Export.doccarchive"))
    }
}
