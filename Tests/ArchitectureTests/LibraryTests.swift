import FoundationEssentials
import TestSupport
import Testing

/// Libraries know nothing of the command that uses them.
@Suite struct LibraryTests {
    /// The command, and programs for developers.
    private static let programs: Set<String> = ["overcrank", "Benchmarks"]

    @Test func `No text of a library names an option of the command`() throws {
        let files = try SourceTree().files.filter { !Self.programs.contains($0.module) }
        try #require(files.count > 50)
        for file in files {
            for text in Self.textsWithOptions(in: file.tokens) { Issue.record("\(file.path): \"\(text)\"") }
        }
    }

    @Test(arguments: [
        (#"let hint = "give --rate""#, 1), (#"let hint = "a -- b, --1, x--y""#, 0), ("// --rate\nlet a = 1", 0),
        (#"let hint = "\(a) --rate \(b)""#, 1), ("let hint = \"\"\"\n--rate\n\"\"\"", 1), (#"f("a", "(--rate)")"#, 1),
    ])
    func `Names of options are found`(text: String, count: Int) {
        #expect(Self.textsWithOptions(in: SwiftToken.tokens(of: text)).count == count)
    }

    @Test func `No article of a library names an option of the command`() throws {
        let package = PackageFolder()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: package.path("Sources")).filter { path in
            path.hasSuffix(".md") && !Self.programs.contains(where: { path.hasPrefix("\($0)/") })
        }
        try #require(paths.count > 20)
        for path in paths {
            let lines = try package.text("Sources/\(path)").split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in zip(1..., lines) where Self.namesOption(String(line)) {
                Issue.record("\(path):\(number): \(line)")
            }
        }
    }

    /// Every code of an error has its exit code: a new one must not end as a fault of the command by itself.
    @Test func `Errors become exit codes without a default`() throws {
        let files = try SourceTree().files.filter { $0.path.hasPrefix("overcrank/Shared/Errors/Failure+") }
        try #require(files.count > 3)
        for file in files { #expect(!file.tokens.contains(.word("default")), "\(file.path)") }
    }

    /// String literals with `--` and a letter at the beginning of a word.
    private static func textsWithOptions(in tokens: [SwiftToken]) -> [String] {
        tokens.compactMap(\.text).filter(namesOption)
    }

    /// Whether a word of the text begins with `--` and a letter.
    private static func namesOption(_ text: String) -> Bool {
        let characters = Array(text)
        return characters.indices.dropLast(2).contains { index in
            characters[index] == "-" && characters[index + 1] == "-" && characters[index + 2].isLowercase
                && (index == 0 || !(characters[index - 1].isLetter || characters[index - 1].isNumber))
        }
    }
}
