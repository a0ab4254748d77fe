import FoundationEssentials
import Glibc
import Glibc
import TestSupport
import Testing

/// `overcrank compare`, as a user runs it.
@Suite struct CompareTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        // A low rate makes the test program short.
        var audio = Clip.Audio(samples: 8_000)
        audio.sampleRate = 8_000
        clip = try Clip("wav", audio: audio).write(to: scratch)
    }

    private func compare(_ words: String...) throws -> Command.Outcome {
        let usual = ["--rate", "1/2", "--algorithms", "varispeed"]
        return try Command(["compare", clip, "-o", scratch.file("out")] + usual + words).run()
    }

    @Test func `The table goes to standard output, everything else to people`() throws {
        let outcome = try compare()
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("rate 1/2 ") == true)
        #expect(lines.first?.hasSuffix("varispeed") == true)
        #expect(lines.contains { $0.hasPrefix("  length error ") && $0.hasSuffix(" 0   nearer to 0 is better") })
        #expect(["this clip", "test program", "cost"].allSatisfy { lines.contains(Substring($0)) })
        #expect(outcome.errors == "Listen: \(scratch.file("out"))/index.html\n")
        #expect(try scratch.contents == ["clip.wav", "out"])
    }

    /// With a program of ours under the name of one of theirs: whatever is installed here.
    @Test func `Other stretchers render it, too, and one that fails is named with its reason`() throws {
        let bin = scratch.file("bin")
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: false)
        func install(_ name: String, _ script: String) throws {
            // Another process makes it: no test that starts a program then has it open for writing, which would keep it from being run.
            let source = try scratch.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "\(name).sh")
            let outcome = try RunningCommand(["install", "-m", "755", source, "\(bin)/\(name)"]).wait()
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        // It gives back what it got, in the words that it is called with: twice too short.
        try install("rubberband", "for last in \"$@\"; do before=$input; input=$last; done; cp \"$before\" \"$input\"")
        try install("sox", "echo 'sox FAIL: no such effect' >&2; exit 2")
        // The header of the WAV, and no sample.
        try install("soundstretch", "head -c 44 \"$1\" > \"$2\"")
        try install(
            "ffmpeg",
            "case \"$*\" in *program.wav*) exit 3;; esac; for last in \"$@\"; do :; done; cp '\(clip)' \"$last\""
        )
        let script = "PATH='\(bin)':/usr/bin:/bin exec \"$@\""
        let words = [
            "compare", clip, "-o", scratch.file("out"), "--rate", "1/2", "--algorithms", "varispeed", "--peers",
            "--json",
        ]
        let outcome = try Command(within: script, words).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        let names = report.rates[0].renderings.map(\.name)
        try #require(names == ["varispeed", "rubberband"], "\(report.rates[0].notes)")
        #expect(report.rates[0].renderings[1].peer == "rubberband")
        #expect(report.rates[0].renderings[1].samples == 8_000)
        let notes = report.rates[0].notes
        #expect(notes.contains("sox failed: sox FAIL: no such effect"))
        #expect(notes.contains("soundstretch wrote no audio that can be read."))
        #expect(notes.contains { $0.hasPrefix("ffmpeg failed: ") })
        // Of what failed nothing is left, so that the directory can be replaced.
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.file("out/1-2")).map { "1-2/\($0)" }
        #expect(files.sorted() == report.files.filter { $0.hasPrefix("1-2/") }.sorted())
    }

    @Test func `Edits come before the rates, and the program is measured through them`() throws {
        let words = ["--edit", "0s..0.5s@1..1/2", "--algorithms", "varispeed,low-latency", "--json", "-q"]
        let outcome = try Command(["compare", clip, "-o", scratch.file("out")] + words).run()
        #expect(outcome.status == 0)
        let printed = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        // A ramp from 1 to 1/2 makes 2/3 s of half a second; low latency plays no ramps.
        #expect(printed.rates.map(\.rate) == ["1"])
        #expect(printed.rates[0].renderings.map(\.samples) == [9_333])
    }

    @Test func `What is said of the edits is said of a dry run, too`() throws {
        let anchor = try compare("--at", "0.5s", "--dry-run")
        #expect(anchor.status == 64)
        #expect(anchor.errors.contains("--at has no effect"), "\(anchor.errors)")
        let overlapping = ["--edit", "0.2s..0.6s@1/2", "--edit", "0.5s..0.8s@1/3"]
        let words = overlapping + ["--algorithms", "low-latency,varispeed"]
        let refused = try Command(["compare", clip, "-o", scratch.file("out"), "--dry-run"] + words).run()
        #expect(refused.status == 64, "\(refused.errors)")
        let edits = ["--trim", "0.1s..9s", "--edit", "0.5s..9s@1/3", "--algorithms", "low-latency,varispeed"]
        let plan = try Command(["compare", clip, "-o", scratch.file("out"), "--dry-run"] + edits).run()
        #expect(plan.status == 0, "\(plan.errors)")
        let warnings = [
            "the part 100/1000s..9s ends with \(clip), at 00:00:01.000", "ends with what is played, at 00:00:01.000",
        ]
        #expect(plan.errors.contains("warning: the part "), "\(plan.errors)")
        #expect(plan.errors.contains(warnings[1]), "\(plan.errors)")
        #expect(plan.errors.contains("note: low-latency"), "\(plan.errors)")
        let document = try Command(["compare", clip, "-o", scratch.file("out"), "--dry-run", "--json", "-q"] + edits)
            .run()
        #expect(document.errors.isEmpty)
        #expect(
            document.output.contains(warnings[1]) && document.output.contains("ends with \(clip)"),
            "\(document.output)"
        )
    }

    @Test func `--json is results.json`() throws {
        let outcome = try compare("--json", "--quiet")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let printed = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        let bytes = try ScratchDirectory.bytes(of: scratch.file("out/results.json"))
        #expect(try JSONDecoder().decode(Report.self, from: Data(bytes)) == printed)
        #expect(printed.rates.map(\.rate) == ["1/2"])
        #expect(printed.rates[0].renderings.map(\.samples) == [16_000])
        #expect(printed.rates[0].renderings.allSatisfy { ($0.cost?.memoryBytes ?? 0) > 0 })
    }

    @Test func `A dry run ends as the run would where the directory cannot be written`() throws {
        for output in ["clip.wav", "none/out"] {
            let words = ["compare", clip, "-o", scratch.file(output)]
            let (run, dry) = (try Command(words).run(), try Command(words + ["--dry-run"]).run())
            #expect(run.status != 0 && dry.status == run.status)
            #expect(dry.errors.contains(run.errors), "\(dry.errors)")
        }
    }

    @Test func `A dry run names the files and writes nothing`() throws {
        let dry = try compare("--dry-run")
        #expect(dry.status == 0)
        #expect(try scratch.contents == ["clip.wav"])
        _ = try compare()
        for path in dry.output.split(separator: "\n") {
            #expect(FileManager.default.fileExists(atPath: String(path)))
        }
        #expect(dry.output.split(separator: "\n").count == 8)
    }

    @Test func `A directory is replaced only with --force`() throws {
        #expect(try compare("-q").status == 0)
        let refused = try compare("-q")
        #expect(refused.status == 73)
        #expect(
            refused.errors == """
                error: \(scratch.file("out")) exists already
                hint: --force replaces it; -o names another directory

                """
        )
        #expect(try compare("-q", "--force").status == 0)
        _ = try scratch.write([], to: "out/notes.txt")
        let kept = try compare("-q", "--force")
        #expect(kept.status == 73)
        #expect(kept.errors.contains("notes.txt"))
        #expect(kept.errors.hasSuffix("\nhint: name another directory with -o\n"))
    }

    @Test(arguments: [("", "say which it is: --against RATE=FILE"), ("1/4=", "the rates are 1/2")])
    func `Another program's file that fits no rate gets a hint`(rate: String, hint: String) throws {
        let outcome = try compare("--against", rate + clip)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("\nhint: \(hint)\n"))
    }

    @Test(arguments: [
        ("--algorithms", "best", 64), ("--rate", "0", 64), ("--against", "nowhere.wav", 66), ("--trim", "5..6", 64),
        ("--algorithms", "mute", 64),
    ])
    func `What cannot be compared has its exit code`(option: String, value: String, status: Int32) throws {
        let outcome = try Command(["compare", clip, "-o", scratch.file("out"), option, value]).run()
        #expect(outcome.status == status)
        #expect(outcome.errors.hasPrefix("error: "))
        #expect(try scratch.contents == ["clip.wav"])
    }

    @Test func `Another program's file is named with its rate or without`() throws {
        #expect(try compare("-q").status == 0)
        let other = scratch.file("out/1-2/varispeed.wav")
        for against in [other, "50%=\(other)"] {
            let words = ["--rate", "1/2", "--algorithms", "varispeed", "--against", against, "--json", "-q"]
            let outcome = try Command(["compare", clip, "-o", scratch.file("again"), "--force"] + words).run()
            #expect(outcome.status == 0)
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            #expect(report.rates[0].renderings.map(\.name) == ["varispeed", "varispeed (2)"])
            #expect(report.rates[0].renderings.map(\.against) == [nil, other])
        }
    }
}

/// As documented.
private struct Report: Decodable, Equatable {
    let rates: [Rate]
    let files: [String]

    struct Rate: Decodable, Equatable {
        let rate: String
        let notes: [String]
        let renderings: [Rendering]
    }

    struct Rendering: Decodable, Equatable {
        let name: String
        let against: String?
        let peer: String?
        let samples: Int
        let lengthErrorSamples: Int
        let cost: Cost?
    }

    struct Cost: Decodable, Equatable {
        let memoryBytes: Int
    }
}
