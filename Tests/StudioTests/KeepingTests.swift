import Presets
import TestSupport
import Testing

@testable import Studio

/// What outlives a session.
@Suite struct KeepingTests {
    private static func settings(_ scratch: ScratchDirectory, clips: [String]) -> StudioSettings {
        var settings = StudioSettings()
        (settings.clips, settings.outputFolder) = (clips, scratch.path)
        settings.stateFolder = scratch.file("state/overcrank")
        return settings
    }

    @Test func `An edit is offered again to the next session, and no more when it is discarded`() throws {
        let scratch = try ScratchDirectory()
        let one = try Clip("mp4", frames: 8, at: .fps(30)).write(to: scratch, as: "one")
        let two = try Clip("mp4", frames: 8, at: .fps(30)).write(to: scratch, as: "two")
        let first = try StudioSession(Self.settings(scratch, clips: [one, two]), planner: PlainPlanner())
        var document = EditDocument()
        (document.clips, document.edits) = ([2], ["0s..0.1s@1/2"])
        try first.keep(document, as: "work")
        first.close()
        // The clip has another number there.
        let second = try StudioSession(Self.settings(scratch, clips: [two]), planner: PlainPlanner())
        #expect(second.recovered.map(\.document.edits) == [document.edits])
        #expect(second.recovered.map(\.document.clips) == [[1]])
        second.close()
        let other = try StudioSession(Self.settings(scratch, clips: [one]), planner: PlainPlanner())
        #expect(other.recovered.isEmpty)
        other.close()
        let third = try StudioSession(Self.settings(scratch, clips: []), planner: PlainPlanner())
        #expect(third.recovered.map(\.document.clips) == [[1]])
        third.forgetKept("work")
        third.close()
        let last = try StudioSession(Self.settings(scratch, clips: []), planner: PlainPlanner())
        #expect(last.recovered.isEmpty)
        last.close()
    }

    @Test func `What was only looked at takes no edit's place, and one work not another's`() throws {
        let scratch = try ScratchDirectory()
        let one = try Clip("mp4", frames: 8, at: .fps(30)).write(to: scratch, as: "one")
        let two = try Clip("mp4", frames: 8, at: .fps(30)).write(to: scratch, as: "two")
        var document = EditDocument()
        (document.clips, document.edits) = ([1], ["0s..0.1s@1/2"])
        let first = try StudioSession(Self.settings(scratch, clips: [one]), planner: PlainPlanner())
        try first.keep(document, as: "first")
        // An edit of nothing, also with texts that say nothing.
        var nothing = EditDocument()
        (nothing.clips, nothing.start, nothing.settings) = ([1], " ", ["snap": .flag(false)])
        try first.keep(nothing, as: "first")
        #expect(first.recovered.map(\.document.edits) == [["0s..0.1s@1/2"]])
        // A session of another clip, at the same time.
        let second = try StudioSession(Self.settings(scratch, clips: [two]), planner: PlainPlanner())
        document.edits = ["0s+1s"]
        try second.keep(document, as: "second")
        second.close()
        document.edits = ["0s..0.1s@1/4"]
        try first.keep(document, as: "first")
        first.close()
        let both = try StudioSession(Self.settings(scratch, clips: [two, one]), planner: PlainPlanner())
        #expect(both.recovered.map(\.work) == ["first", "second"])
        #expect(both.recovered.map(\.document.edits) == [["0s..0.1s@1/4"], ["0s+1s"]])
        #expect(both.recovered.map(\.document.clips) == [[2], [1]])
        // The oldest goes where there are too many.
        for number in 1..<KeptEdits.most { try both.keep(document, as: "\(number)") }
        #expect(both.recovered.count == KeptEdits.most)
        #expect(both.recovered.last?.work == "first")
        #expect(throws: StudioError.self) { try both.keep(document, as: "") }
        #expect(throws: StudioError.self) { try both.keep(document, as: String(repeating: "x", count: 65)) }
        both.close()
    }

    @Test(arguments: [
        "", "{", "[]", "[{\"work\":\"a\",\"document\":{},\"paths\":[\"/none\"]}]", "[{\"document\":{\"clips\":\"x\"}}]",
    ])
    func `A damaged state is no state`(text: String) throws {
        let scratch = try ScratchDirectory()
        _ = try scratch.write(Array(text.utf8), to: KeptEdits.name)
        var settings = Self.settings(scratch, clips: [])
        settings.stateFolder = scratch.path
        let session = try StudioSession(settings, planner: PlainPlanner())
        #expect(session.recovered.isEmpty)
        session.close()
    }

    @Test func `A preset is saved as YAML that a command line takes, and read again`() throws {
        let scratch = try ScratchDirectory()
        let library = PresetLibrary(directories: [scratch.file("presets")])
        let shelf = PresetShelf(library)
        var document = EditDocument()
        (document.start, document.pitch, document.edits) = ("1s", "varispeed", ["1s..2s@1..1/4 smooth", "2s+1s"])
        document.settings = ["rate": .text("1/2"), "mute-reversed": .flag(true), "text": .list(["it's: #1 \"x\""])]
        #expect(try shelf.save(document, as: "my own").isEmpty)
        #expect(shelf.entries.map(\.name) == ["my own"])
        #expect(shelf.entries.first?.isOwn == true)
        var read = try shelf.document("my own")
        read.clips = []
        #expect(read.settings == document.settings)
        #expect((read.start, read.end, read.pitch) == ("1s", nil, "varispeed"))
        #expect(read.edits == document.edits)
        #expect(try library.entry("my own").preset().isAnchored == false)
    }

    @Test(arguments: ["", "../x", "a/b", ".hidden", "a\nb", "a.yaml"])
    func `Presets lie in their folder`(name: String) throws {
        let scratch = try ScratchDirectory()
        let shelf = PresetShelf(PresetLibrary(directories: [scratch.path]))
        #expect(throws: StudioError.self) { try shelf.save(EditDocument(), as: name) }
    }

    @Test func `What would be no preset is not saved, nor a filter that reads files`() throws {
        let scratch = try ScratchDirectory()
        let shelf = PresetShelf(PresetLibrary(directories: [scratch.path]))
        var document = EditDocument()
        for (option, value) in [("rate", "fast"), ("filter", "movie=/etc/passwd")] {
            document.settings = [option: .text(value)]
            #expect(throws: StudioError.self) { try shelf.save(document, as: "x") }
        }
        #expect(shelf.entries.isEmpty)
    }

    @Test func `What presets cannot have is left out, and a text alone is a list of one`() throws {
        let scratch = try ScratchDirectory()
        let shelf = PresetShelf(PresetLibrary(directories: [scratch.path]))
        var document = EditDocument()
        document.settings = [
            "text": .text("hi"), "zoom": .text("1s..2s@2"), "filter": .text("eq=contrast=1.1"), "exact": .flag(true),
            "lossless-only": .flag(true), "strict": .flag(true), "verify": .text("decode"), "boomerang": .flag(true),
        ]
        document.marks = [.init(time: "1s", title: "a")]
        let leftOut = try shelf.save(document, as: "x")
        #expect(leftOut == ["exact", "lossless-only", "strict", "verify", "marks"])
        #expect(
            try shelf.document("x").settings == [
                "text": .list(["hi"]), "zoom": .list(["1s..2s@2"]), "filter": .text("eq=contrast=1.1"),
                "boomerang": .flag(true),
            ]
        )
    }

    @Test func `A preset takes another's place only when that is said`() throws {
        let scratch = try ScratchDirectory()
        let shelf = PresetShelf(
            PresetLibrary(directories: [scratch.file("own"), PackageFolder().path("Presets")])
        )
        var document = EditDocument()
        document.settings = ["rate": .text("1/2")]
        _ = try shelf.save(document, as: "x")
        document.settings = ["rate": .text("1/4")]
        // One that comes with the program would be hidden.
        for name in ["x", "film-24"] {
            let error = #expect(throws: StudioError.self) { try shelf.save(document, as: name) }
            #expect(error?.kind == .exists)
        }
        #expect(try shelf.document("x").settings["rate"] == .text("1/2"))
        for name in ["x", "film-24"] {
            _ = try shelf.save(document, as: name, replacing: true)
            #expect(try shelf.document(name).settings["rate"] == .text("1/4"))
        }
    }

    @Test func `What a preset says for recordings stays where the studio saves it anew`() throws {
        let scratch = try ScratchDirectory()
        let library = PresetLibrary(directories: [scratch.path])
        let shelf = PresetShelf(library)
        let old = """
            summary: Serves
            rate: 1/2
            record:
              pre-roll: 5s   # before the racket
              trigger: "audio:-20dB"
              max-duration: 10s
            """
        _ = try scratch.write(Array(old.utf8), to: "serve.yaml")
        var document = try shelf.document("serve")
        document.settings["rate"] = .text("1/4")
        _ = try shelf.save(document, as: "serve", replacing: true)
        let preset = try #require(library.entries.first).preset()
        #expect(preset.summary == "Serves" && preset.rate == .rate(1, 4))
        #expect(preset.recording == (try Preset(parsing: old, file: "old").recording))
    }
}
