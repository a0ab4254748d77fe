import FoundationEssentials
import MediaTime
import Presets
import TestSupport
import Testing

@testable import Studio

/// An edit becomes a command line, and what is wrong with it is said where it is wrong.
@Suite struct EditCommandTests {
    @Test func `Every part of an edit becomes an option`() {
        var document = EditDocument()
        document.clips = [1]
        (document.start, document.end) = (" 2s", "360f ")
        document.edits = ["2s..3s@1/4", "", "3s+1s"]
        (document.pitch, document.preset, document.output) = ("varispeed", "film-24", "-odd.mp4")
        document.marks = [.init(time: "2.5s", title: "Im=pact")]
        document.settings = [
            "frame-rate": .text("30"), "snap": .flag(true), "exact": .flag(false),
            "zoom": .list(["1s..2s@2", "3s..4s@1"]),
        ]
        let command = EditCommand(document, paths: ["/a b/clip.mov"], into: "/out")
        #expect(command.problems.isEmpty)
        #expect(
            command.arguments == [
                "export", "/a b/clip.mov", "-o", "/out/-odd.mp4", "--preset", "film-24", "--trim", "2s..360f", "--edit",
                "2s..3s@1/4", "--edit", "3s+1s", "--pitch", "varispeed", "--chapter", "2.5s=Im=pact", "--frame-rate",
                "30",
                "--snap", "--zoom", "1s..2s@2", "--zoom", "3s..4s@1",
            ]
        )
    }

    @Test func `Two clips become a command line for both`() {
        var document = EditDocument()
        document.at = ["1.2s", "0.4s"]
        document.layout = "overlay"
        let command = EditCommand(document, paths: ["/a.mp4", "/b.mp4"], into: "/")
        #expect(
            command.arguments == [
                "side-by-side", "/a.mp4", "/b.mp4", "-o", "/a-pair.mp4", "--layout", "overlay", "--at-a", "1.2s",
                "--at-b",
                "0.4s",
            ]
        )
    }

    @Test func `A third clip is not left out in silence`() {
        var document = EditDocument()
        document.clips = [1, 2, 3]
        let command = EditCommand(document, paths: ["/a.mp4", "/b.mp4"], into: "/")
        #expect(command.problems.map(\.field) == ["clips"])
    }

    @Test func `Numbered images keep the rate with which they were opened`() {
        var document = EditDocument()
        let paths = ["/a/shot_%05d.tif"]
        let command = EditCommand(document, paths: paths, into: "/out", captureRate: FrameRate(30000, 1001))
        let words = ["export", "/a/shot_%05d.tif", "-o", "/out/shot-edit.mp4", "--capture-rate", "29.97"]
        #expect(command.arguments == words)
        document.settings = ["capture-rate": .text("240")]
        let other = EditCommand(document, paths: paths, into: "/out", captureRate: FrameRate(30000, 1001))
        #expect(other.arguments == words.dropLast() + ["240"])
    }

    @Test func `What is wrong is said where it is`() {
        var document = EditDocument()
        (document.start, document.edits, document.pitch) = ("two", ["1s..2s@1/4", "1s..2s@x"], "loud")
        document.marks = [.init(time: "?", title: "a")]
        document.settings = ["filter": .text("movie=/etc/passwd"), "force": .flag(true), "o": .text("/x.mp4")]
        document.output = "../x.mp4"
        let command = EditCommand(document, paths: ["/a.mp4"], into: "/out")
        #expect(
            Set(command.problems.map(\.field))
                == ["in", "edits[1]", "pitch", "marks[0]", "settings.filter", "settings.force", "settings.o", "output"]
        )
        #expect(!command.arguments.contains("--filter") && !command.arguments.contains("--force"))
    }

    @Test(arguments: [EditDocument.Value.text("/other.mp4"), .list(["/other.mp4"])])
    func `No value of a setting becomes another clip`(value: EditDocument.Value) {
        for option in EditCommand.flags.union(EditCommand.freelyValued) {
            var document = EditDocument()
            document.settings = [option: value]
            let command = EditCommand(document, paths: ["/a.mp4"], into: "/out")
            #expect(!command.arguments.contains("/other.mp4"), "\(command.arguments)")
            if EditCommand.flags.contains(option) {
                #expect(command.problems.map(\.field) == ["settings.\(option)"])
            }
        }
    }

    @Test(arguments: ["/etc/passwd", "a/b", "mine.yaml"]) func `A preset has a name, and no path`(preset: String) {
        var document = EditDocument()
        document.preset = preset
        #expect(EditCommand(document, paths: ["/a.mp4"], into: "/out").problems.map(\.field) == ["preset"])
    }

    @Test(arguments: ["eq=contrast=1.1", " hqdn3d , unsharp=5:5:1.0", "hue=h=30*t:s=1/2", "crop=iw/2:ih"])
    func `Filters of the frame alone are an option`(chain: String) {
        var document = EditDocument()
        document.settings = ["filter": .text(chain)]
        let command = EditCommand(document, paths: ["/a.mp4"], into: "/out")
        #expect(command.problems.isEmpty)
        #expect(command.arguments.suffix(2) == ["--filter", chain.trimmed])
    }

    @Test(arguments: [
        "movie=/etc/passwd", "eq,movie=a", "eq;movie=a", "[in]eq[out]", "eq=contrast=1,metadata=print:file=a",
        "mo\\vie=a",
        "'movie'=a", "eq@movie", "", "eq,,hue", "drawbox=/color=/etc/passwd", "drawbox=x=1: /color=a", "lut3d=a.cube",
        "selectivecolor=psfile=a", "sws_flags=bicubic;movie=a", "eq\n,movie=a",
    ])
    func `Filters that may read or write files are refused`(chain: String) {
        #expect(HarmlessFilters.problem(of: chain) != nil)
        #expect(HarmlessFilters.problem(of: .list(["eq", chain])) != nil)
    }

    @Test(arguments: ["a/b.mp4", "..", "x.txt", "nothing", "/etc/x.mp4"])
    func `Results lie in their folder, and are of a kind that can be written`(name: String) {
        var document = EditDocument()
        document.output = name
        #expect(EditCommand(document, paths: ["/a.mp4"], into: "/out").problems.map(\.field) == ["output"])
    }

    @Test func `A document is read from JSON, whatever is missing, and written as it was read`() throws {
        let text = #"{"clips":[1],"in":"2s","settings":{"rate":0.5,"quality":20,"snap":true,"zoom":["a"]},"new":1}"#
        let document = try JSONDecoder().decode(EditDocument.self, from: Data(text.utf8))
        #expect(document.settings["rate"] == .text("0.5"))
        #expect(document.settings["quality"] == .text("20"))
        #expect(document.settings["snap"] == .flag(true))
        #expect(document.settings["zoom"] == .list(["a"]))
        let again = try JSONDecoder().decode(EditDocument.self, from: JSONEncoder().encode(document))
        #expect(again == document)
    }
}
