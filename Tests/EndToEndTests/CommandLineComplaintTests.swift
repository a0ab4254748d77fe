import Foundation
import TestSupport
import Testing

/// A command line that cannot be read is refused in the form of all errors: `error:`, then `hint:`.
@Suite struct CommandLineComplaintTests {
    @Test(arguments: [
        ("exprot", "there is no subcommand 'exprot'", "did you mean 'overcrank export'?"),
        ("presets shwo", "there is no subcommand 'shwo'", "did you mean 'overcrank presets show'?"),
        ("frobnicate", "there is no subcommand 'frobnicate'", "the subcommands of 'overcrank' are devices, probe,"),
        ("help exprot", "there is no subcommand 'exprot'", "did you mean 'overcrank export'?"),
        ("exprot --help", "there is no subcommand 'exprot'", "did you mean 'overcrank export'?"),
        ("help export nope", "there is no subcommand 'nope'", "'overcrank export --help' shows how it is used"),
        ("exprot a.mp4 -o b.mp4", "there is no subcommand 'exprot'", "did you mean 'overcrank export'?"),
        ("export a -o b --speed 1/2", "unknown option '--speed'", "did you mean '--rate'?"),
        ("export a -o b --fps 30", "unknown option '--fps'", "did you mean '--frame-rate'?"),
        ("export a -o b --mute", "unknown option '--mute'", "did you mean '--pitch mute'?"),
        ("export a -o b --no-audio", "unknown option '--no-audio'", "did you mean '--tracks video'?"),
        ("export a -o b -an", "unknown option '-an'", "did you mean '--tracks video'?"),
        (
            "export a -o b --rate -1/2", "'-1/2' begins with a dash",
            "a rate is above zero; a part is played backwards by"
        ),
        ("export a -o b --edit -1s..2s@1/2", "'-1s..2s@1/2' begins with a dash", "write it so: --edit=-1s..2s@1/2"),
        ("export a -o b --edit -1s..2s*3", "'-1s..2s*3' begins with a dash", "write it so: --edit='-1s..2s*3'"),
        ("export a -o -y.mp4", "'-y.mp4' begins with a dash", "write it so: --output=-y.mp4"),
        ("export a -o b --title -x", "'-x' begins with a dash", "write it so: --title=-x"),
        ("export a -o b --title -q", "missing value for '--title <title>'", "--title <title>: The title"),
        ("inspect -x.mp4", "'-x.mp4' begins with a dash", "write the name of a file so: ./-x.mp4"),
        ("export a --x.mp4 -o b", "'--x.mp4' begins with a dash", "write the name of a file so: ./--x.mp4"),
        ("side-by-side a -b/c -o d", "'-b/c' begins with a dash", "write the name of a file so: ./-b/c"),
        ("export a -o b --hepl", "unknown option '--hepl'", "'overcrank export --help' shows how it is used"),
        ("export a -o b --forse", "unknown option '--forse'", "did you mean '--force'?"),
        ("export a -o b --zzz", "unknown option '--zzz'", "'overcrank export --help' shows how it is used"),
        ("export a -o b -z", "unknown option '-z'", "'overcrank export --help' shows how it is used"),
        ("export a -o b -pitch mute", "unknown option '-pitch'", "did you mean '--pitch'?"),
        ("export a -o b -zzhzz", "unknown option '-zzhzz'", "'overcrank export --help' shows how it is used"),
        ("inspect -dash.mp4", "'-dash.mp4' begins with a dash", "write the name of a file so: ./-dash.mp4"),
        ("export", "missing expected argument '<inputs> ...'", "<inputs>: The clip, or several"),
        ("export a", "missing expected argument '--output <output>'", "-o <output>: The result"),
        ("export a -o b --rate", "missing value for '--rate <rate>'", "--rate <rate>: How fast to play"),
        ("export a -o b --quality x", "the value 'x' is invalid for '--quality <n>'", "--quality <n>: Frame quality"),
        ("demo a b", "unexpected argument 'b'", "it is used so: overcrank demo [<directory>]"),
        ("demo --force=1", "the option '--force' does not take any value", "it is used so: overcrank demo"),
        ("--generate-completion-script tcsh", "can't generate completion scripts for 'tcsh'", "use --generate-com"),
    ])
    func `What is wrong, and what can be done`(line: String, error: String, hint: String) throws {
        let outcome = try Command(line.split(separator: " ").map(String.init)).run()
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        let lines = outcome.errors.split(separator: "\n")
        try #require(lines.count == 2, "\(outcome.errors)")
        #expect(lines[0].hasPrefix("error: \(error)"), "\(outcome.errors)")
        #expect(lines[1].hasPrefix("hint: \(hint)"), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["export", "nothing.mp4", "-o", "x.mp4", "--json"], 66, "no such file: nothing.mp4"),
        (["export", "a.mp4", "-o", "x.mp4", "--json", "--speed", "2"], 64, "unknown option '--speed'"),
    ])
    func `With --json an error is a document`(words: [String], status: Int32, message: String) throws {
        struct Document: Decodable {
            struct Content: Decodable { let message: String, status: Int32 }
            let error: Content
        }
        let outcome = try Command(words).run()
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.errors.utf8))
        #expect(document.error.message == message)
        #expect(document.error.status == status)
    }
}
