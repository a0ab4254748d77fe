import Foundation
import TestSupport
import Testing

/// Every example of the README runs, in order, in one folder, and prints what the README shows; programs, too.
///
/// A comment before a block says what is special about it; readers of the page do not see it:
///
/// - `<!-- not run: WHY -->`: the test leaves it out. The test below names every such block.
/// - `<!-- manifest: WHAT -->`: it is the manifest of a package. It is not run, but read by SwiftPM.
/// - `<!-- values differ: WHY -->`: it is run, and prints lines that begin as those of the README, up to the first
///   colon, in this order. There may be more.
@Suite struct ReadmeExampleTests {
    /// Tests run while Swift's build system is locked, not as root, and install nothing. So a few programs are stood
    /// in for: Swift brings the command that is built already, packages are taken to be installed, and `sudo` runs
    /// what it is given. `.ci/run` runs the real test command.
    private static let programs = [
        "sudo": #"exec "$@""#,
        "swift": #"""
        case "$*" in
        "build -c release --product overcrank --static-swift-stdlib")
            mkdir -p .build/release && ln -sf "$OVERCRANK" .build/release/overcrank ;;
        "run -c release overcrank "*) shift 4 && exec overcrank "$@" ;;
        "test") ;;
        *) echo "error: unknown: swift $*"; exit 64 ;;
        esac
        """#,
    ]

    private let examples: [MarkdownExample]

    init() throws { examples = MarkdownExample.examples(in: try PackageFolder().text("README.md")) }

    @Test(.timeLimit(.minutes(20))) func `Every example runs, in order, in one folder`() throws {
        let shell = try Shell(programs: Self.programs)
        let presets = PackageFolder().path("Presets")
        try FileManager.default.createSymbolicLink(atPath: shell.folder.file("Presets"), withDestinationPath: presets)
        for folder in [".ci", "temporary", "installed"] {
            try FileManager.default.createDirectory(
                atPath: shell.folder.file(folder),
                withIntermediateDirectories: false
            )
        }
        try FileManager.default.createSymbolicLink(
            atPath: shell.folder.file(".ci/install-dependencies"),
            withDestinationPath: "/bin/true"
        )
        let installed = shell.folder.file("installed")
        for example in examples where example.isRun {
            for step in try Self.steps(of: example) {
                // What goes to folders of the system goes to the test's own, but not the programs that were built there.
                let isProgram = example.language == "swift"
                let command =
                    isProgram
                    ? step.command
                    : step.command.replacing("/tmp", with: shell.folder.file("temporary"))
                        .replacing("/usr/local", with: installed)
                let outcome = try shell.run(command)
                let place = "README.md:\(example.line): \(step.command)"
                try #require(outcome.status == 0, "\(place)\n\(outcome.lines.joined(separator: "\n"))")
                guard let expected = step.output else { continue }
                if example.note?.hasPrefix("values differ: ") == true {
                    var printed = outcome.lines.map(Self.beginning)[...]
                    for line in expected.map(Self.beginning) {
                        let found = printed.firstIndex(of: line)
                        try #require(found != nil, "\(place)\n\(outcome.lines.joined(separator: "\n"))")
                        printed = printed[((found ?? 0) + 1)...]
                    }
                } else {
                    #expect(outcome.lines == expected, "\(place)")
                }
            }
        }
        let listing = try shell.run("'\(installed)/bin/overcrank' presets")
        #expect(listing.lines.contains { $0.contains("sports-replay") }, "the installed command has its presets")
    }

    /// What is typed. A program is one of `Examples`, word for word, and is run as it was built.
    private static func steps(of example: MarkdownExample) throws -> [MarkdownExample.Step] {
        guard example.language == "swift" else { return example.steps }
        let program = try #require(
            programsOfLibrary.first { name in
                try PackageFolder().text("Examples/\(name)/main.swift") == example.lines.joined(separator: "\n") + "\n"
            },
            "README.md:\(example.line): no program in Examples is this one"
        )
        return [MarkdownExample.Step(command: "'\(try Shell.builtProgram(program))'", output: nil)]
    }

    private static let programsOfLibrary = [
        "HalfSpeed", "RecordFiveSeconds", "RecordLockedCamera", "CompareAlgorithms", "ReadFrames",
    ]

    @Test func `Programs that use the library are at most 12 lines long`() throws {
        let programs = examples.filter { $0.language == "swift" && $0.isRun }
        #expect(programs.count == Self.programsOfLibrary.count)
        #expect(programs.allSatisfy { $0.lines.count <= 12 })
        let all = try FileManager.default.contentsOfDirectory(atPath: PackageFolder().path("Examples"))
        #expect(Set(all) == Set(Self.programsOfLibrary))
    }

    @Test func `The manifest of a package that uses the library names what there is`() throws {
        let manifests = examples.filter(\.isManifest)
        try #require(manifests.count == 1)
        let scratch = try ScratchDirectory()
        _ = try scratch.write((manifests[0].lines.joined(separator: "\n") + "\n").utf8, to: "Package.swift")
        let words = ["/usr/bin/env", "swift", "package", "--package-path", scratch.path, "dump-package"]
        let outcome = try RunningCommand(words).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"overcrank\""))
        let own = try PackageFolder().text("Package.swift")
        #expect(own.contains("name: \"overcrank\""))
        let products = outcome.output.matches(of: /"product"\s*:\s*\[\s*"(\w+)"/).map(\.output.1)
        try #require(!products.isEmpty)
        for product in products {
            #expect(own.contains("            name: \"\(product)\",\n            targets: ["))
        }
    }

    /// Up to the first colon; without one, up to the first figure.
    private static func beginning(_ line: String) -> Substring {
        line.contains(":") ? line.prefix { $0 != ":" } : line.prefix { !$0.isNumber }
    }

    @Test func `Every block is an example, or says why it is none`() {
        #expect(examples.count > 10)
        #expect(examples.allSatisfy { ["sh", "console", "swift"].contains($0.language) })
        let notes = examples.compactMap(\.note)
        let words = ["not run: ", "values differ: ", "manifest: "]
        #expect(notes.allSatisfy { note in words.contains { note.hasPrefix($0) } })
        // A block more that is not run is a decision, which is made here, too.
        let left = examples.filter { $0.note?.hasPrefix("not run: ") == true }
        #expect(
            left.map { $0.lines.first } == [
                "overcrank studio demo-240fps.mp4 --output-folder .", "$ overcrank probe --shutter 1/500",
            ]
        )
    }

    @Test func `Blocks, notes and steps are read from an article`() {
        let article = """
            Text
            <!-- not run: why -->
            ```console
            $ first
            out

            $ second
            ```
            ```sh
            a
            b
            ```
            """
        let examples = MarkdownExample.examples(in: article)
        #expect(examples.map(\.language) == ["console", "sh"])
        #expect(examples.map(\.note) == ["not run: why", nil])
        #expect(examples.map(\.line) == [4, 10])
        #expect(
            examples.map(\.steps) == [
                [.init(command: "first", output: ["out"]), .init(command: "second", output: [])],
                [.init(command: "a\nb", output: nil)],
            ]
        )
    }
}

extension MarkdownExample {
    /// Whether it is read by SwiftPM.
    fileprivate var isManifest: Bool { note?.hasPrefix("manifest: ") == true }
    /// Whether it is typed, or run as a program.
    fileprivate var isRun: Bool { !isManifest && note?.hasPrefix("not run: ") != true }
}
