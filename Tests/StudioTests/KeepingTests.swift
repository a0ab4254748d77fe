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
        first.keep(document)
        first.close()
        // The clip has another number there.
        let second = try StudioSession(Self.settings(scratch, clips: [two]), planner: PlainPlanner())
        #expect(second.recovered?.edits == document.edits)
        #expect(second.recovered?.clips == [1])
        second.close()
        let other = try StudioSession(Self.settings(scratch, clips: [one]), planner: PlainPlanner())
        #expect(other.recovered == nil)
        other.close()
        let third = try StudioSession(Self.settings(scratch, clips: []), planner: PlainPlanner())
        #expect(third.recovered?.clips == [1])
        third.forgetKept()
        third.close()
        let last = try StudioSession(Self.settings(scratch, clips: []), planner: PlainPlanner())
        #expect(last.recovered == nil)
        last.close()
    }

    @Test(arguments: ["", "{", "[]", "{\"document\":{},\"paths\":[\"/none\"]}", "{\"document\":{\"clips\":\"x\"}}"])
    func `A damaged state is no state`(text: String) throws {
        let scratch = try ScratchDirectory()
        _ = try scratch.write(Array(text.utf8), to: "studio-edit.json")
        var settings = Self.settings(scratch, clips: [])
        settings.stateFolder = scratch.path
        let session = try StudioSession(settings, planner: PlainPlanner())
        #expect(session.recovered == nil)
        session.close()
    }

    @Test func `A preset is saved as YAML that a command line takes, and read again`() throws {
        let scratch = try ScratchDirectory()
        let library = PresetLibrary(directories: [scratch.file("presets")])
        let shelf = PresetShelf(library)
        var document = EditDocument()
        (document.start, document.pitch, document.edits) = ("1s", "varispeed", ["1s..2s@1..1/4 smooth", "2s+1s"])
        document.settings = ["rate": .text("1/2"), "mute-reversed": .flag(true), "text": .list(["it's: #1 \"x\""])]
        try shelf.save(document, as: "my own")
        #expect(shelf.entries.map(\.name) == ["my own"])
        #expect(shelf.entries.first?.isOwn == true)
        var read = try shelf.document("my own")
        read.clips = []
        #expect(read.settings == document.settings)
        #expect((read.start, read.end, read.pitch) == ("1s", nil, "varispeed"))
        #expect(read.edits == document.edits)
        #expect(try library.entry("my own").preset().isAnchored == false)
    }

    @Test(arguments: ["", "../x", "a/b", ".hidden", "a\nb"])
    func `Presets lie in their folder`(name: String) throws {
        let scratch = try ScratchDirectory()
        let shelf = PresetShelf(PresetLibrary(directories: [scratch.path]))
        #expect(throws: StudioError.self) { try shelf.save(EditDocument(), as: name) }
    }

    @Test func `What would be no preset is not saved`() throws {
        let scratch = try ScratchDirectory()
        let shelf = PresetShelf(PresetLibrary(directories: [scratch.path]))
        var document = EditDocument()
        document.settings = ["snap": .flag(true)]
        #expect(throws: StudioError.self) { try shelf.save(document, as: "x") }
        #expect(shelf.entries.isEmpty)
    }
}
