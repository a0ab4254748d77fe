import Glibc
import Presets
import TestSupport
import Testing

@Suite struct PresetLibraryTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `The user's own presets come before installed ones`() throws {
        let (own, installed) = (scratch.file("own"), scratch.file("installed"))
        try write(
            ["mine": "summary: Mine", ".hidden.yaml": "summary: Hidden", "voice": "summary: My voice"],
            to: "own"
        )
        try write(["voice": "summary: Their voice", "film": "summary: Film", "README.txt": ""], to: "installed")
        let library = PresetLibrary(directories: [own, scratch.file("nowhere"), installed])
        #expect(library.entries.map(\.name) == ["film", "mine", "voice"])
        #expect(try library.entry("voice").preset().summary == "My voice")
        #expect(try library.entry("\(installed)/voice.yaml").preset().summary == "Their voice")
    }

    @Test func `A name that is not there is answered with the nearest`() throws {
        try write(["half-speed": "summary: x"], to: "presets")
        let library = PresetLibrary(directories: [scratch.file("presets")])
        #expect { try library.entry("half-sped") } throws: { error in
            let error = error as? PresetError
            return error?.code == .unknown && error?.hint == "did you mean 'half-speed'?"
        }
    }

    @Test func `A file that is not there, no file, and no text are told apart`() throws {
        let library = PresetLibrary(directories: [])
        func code(_ path: String) -> PresetError.Code? {
            do { _ = try library.entry(path).preset() } catch { return error.code }
            return nil
        }
        #expect(code(scratch.file("none.yaml")) == .missing)
        #expect(code(scratch.file("")) == .unreadable)
        _ = try scratch.write([0xFF, 0xFE, 0x00], to: "bytes.yaml")
        #expect(code(scratch.file("bytes.yaml")) == .malformed)
        #expect(code("no-such-name") == .unknown)
    }

    @Test(
        arguments: [
            (
                "/usr/local/bin/overcrank", "/home/a/.cfg", "/home/a",
                ["/home/a/.cfg/overcrank/presets", "/usr/local/share/overcrank/presets"]
            ),
            (
                "/usr/bin/overcrank", nil, "/home/a",
                ["/home/a/.config/overcrank/presets", "/usr/share/overcrank/presets"]
            ),
            ("/usr/bin/overcrank", "relative", nil, ["/usr/share/overcrank/presets"]),
            (
                "/src/oc/.build/x86_64-unknown-linux-gnu/debug/overcrank", nil, nil,
                ["/src/oc/.build/x86_64-unknown-linux-gnu/share/overcrank/presets", "/src/oc/Presets"]
            ),
            ("", nil, "", []),
        ] as [(String, String?, String?, [String])]
    )
    func `They are looked for where the command and its user are`(
        executable: String,
        configurationHome: String?,
        home: String?,
        directories: [String]
    ) {
        let library = PresetLibrary(executable: executable, configurationHome: configurationHome, home: home)
        #expect(library.directories == directories)
    }

    /// What is shipped: each can be used, each says what it is for in a line, and all that were promised are there.
    @Test func `The shipped presets can be used`() throws {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let library = PresetLibrary(directories: ["/\(package)/Presets"])
        let names = [
            "broadcast-25", "broadcast-50", "every-frame", "film-24", "half-speed", "lossless", "quarter-speed",
            "social-30",
            "sports-replay", "voice",
        ]
        #expect(Set(names).isSubset(of: library.entries.map(\.name)))
        for name in names {
            let entry = try library.entry(name)
            let preset = try entry.preset()
            #expect(!preset.summary.isEmpty && preset.summary.count < 80)
            #expect(preset.isAnchored == (name == "sports-replay"))
            let text = try entry.text()
            #expect(text.hasPrefix("# ") && text.contains("--preset \(name)"))
        }
    }

    private func write(_ files: [String: String], to directory: String) throws {
        let code = unsafe mkdir(scratch.file(directory), 0o700)
        try #require(code == 0)
        for (name, text) in files {
            let file = name.contains(".") ? name : "\(name).yaml"
            _ = try scratch.write((text + "\n").utf8, to: "\(directory)/\(file)")
        }
    }
}
