import BrowserSupport
import FoundationEssentials
import TestSupport
import Testing

/// Presets are saved and applied on the page; settings of the export that presets hold, too.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct PresetPageTests {
    let studio: RunningStudio
    let page: BrowserPage

    init() throws {
        let scratch = try ScratchDirectory()
        _ = try RunningStudio.clip.write(to: scratch)
        let preset = """
            text: [One at top-left, Two at bottom]
            zoom: ["at-00:00:00.5..at+1/2s@1..2 at 0.4,0.5", "at+0.5s..at+9s@2", "at+5s..at+9s@1"]
            edits: ["at-00:00:00.5..at@1/2"]
            """
        let folder = scratch.file("config/overcrank/presets")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try scratch.write(Array(preset.utf8), to: "config/overcrank/presets/anchored.yaml")
        studio = try RunningStudio(in: scratch)
        page = try studio.page(Chromium(executable: #require(Chromium.path)))
    }

    private func focus(_ element: String) throws {
        try page.value("(() => { const field = \(element); field.focus(); field.select(); })()")
    }

    private func enter(_ text: String, into element: String) throws {
        try focus(element)
        try page.type(text)
        try page.press("Enter", code: 13)
    }

    /// The input of a setting of the export, by the words beside it.
    private func setting(_ label: String) -> String {
        """
        [...document.querySelectorAll("#settings label")].find((one) => one.textContent.trim() === "\(label)").querySelector("input")
        """
    }

    private func openSettings() throws {
        try page.click("#tab-export")
        try page.value("document.querySelectorAll('details').forEach((group) => { group.open = true; })")
    }

    private func save(as name: String) throws {
        try page.click("#tab-edits")
        try page.click("#preset-save")
        try page.type(name)
        try page.press("Enter", code: 13)
    }

    private func saved(_ name: String) throws -> String {
        let path = studio.scratch.file("config/overcrank/presets/\(name).yaml")
        return String(decoding: try ScratchDirectory.bytes(of: path), as: UTF8.self)
    }

    @Test func `An edit is saved with what presets can have, and takes another's place when that is said`() throws {
        try openSettings()
        try enter("Attempt 2 at top", into: setting("Text"))
        try page.value("\(setting("Keep no frame outside of the part")).click()")
        try page.wait(for: "\(Shown.command).includes(\"--exact --text 'Attempt 2 at top'\")")
        try save(as: "mine")
        let problem = "document.getElementById('problem-words').textContent"
        try page.wait(for: "\(problem) === 'The preset is saved without what presets cannot have: exact.'")
        #expect(try page.value("document.getElementById('presets').value") == "mine")
        let first = try saved("mine")
        #expect(first == "summary: \"mine\"\ntext:\n  - \"Attempt 2 at top\"\n")

        try enter("1/2", into: "document.getElementById('rate')")
        try page.wait(for: "\(Shown.command).includes('--rate 1/2')")
        let isAsked =
            "document.getElementById('asker').open && document.getElementById('asker-yes').textContent === 'Replace'"
        try save(as: "mine")
        try page.wait(for: isAsked)
        #expect(try page.text("#asker-title") == "There is a preset “mine” already.")
        try page.press("Escape", code: 27)
        try page.wait(for: "!document.getElementById('asker').open")
        #expect(try saved("mine") == first)
        try page.click("#problem-close")
        try save(as: "mine")
        try page.wait(for: isAsked)
        try page.click("#asker-yes")
        // When it is saved, it is said again what is left out.
        try page.wait(for: "!document.getElementById('problem').hidden")
        #expect(try saved("mine") == first.replacing("text:", with: "rate: \"1/2\"\ntext:"))
        // That there is one already is all that went wrong.
        #expect(page.complaints.allSatisfy { $0.contains("409") }, "\(page.complaints)")
    }

    @Test func `Texts and zooms of a preset are shown each, and stay when another is changed`() throws {
        try page.press("ArrowRight", code: 39, holding: .shift)
        try page.value("document.getElementById('presets').value = 'anchored'")
        try page.click("#preset-apply")
        // The third zoom lies behind the end.
        let applied = """
            --edit 0.5s..1s@1/2 --text 'One at top-left' --text 'Two at bottom' --zoom '0.5s..1.5s@1..2 at 0.4,0.5' --zoom 1.5s..@2
            """
        try page.wait(for: "\(Shown.command).endsWith(`\(applied)`)")
        try openSettings()
        #expect(try page.value("\(setting("Text")).value") == "One at top-left")
        #expect(try page.value("\(setting("Zoom 2")).value") == "1.5s..@2")
        try enter("2 at bottom", into: setting("Text 2"))
        try enter("Three at top", into: setting("Text 3"))
        let changed = "--text 'One at top-left' --text '2 at bottom' --text 'Three at top' --zoom"
        try page.wait(for: "\(Shown.command).includes(`\(changed)`)")
        try focus(setting("Text"))
        try page.press("Delete", code: 46)
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).includes(`1/2 --text '2 at bottom' --text 'Three at top' --zoom`)")
        #expect(try page.value("\(setting("Text")).value") == "2 at bottom")
        #expect(try page.text("#edit-problems") == "")
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `What a preset does not say stays as it is`() throws {
        let preset = "pitch: varispeed\nrate: 1/2\n"
        _ = try studio.scratch.write(Array(preset.utf8), to: "config/overcrank/presets/slow.yaml")
        try page.reload(readyWhen: "document.body.dataset.ready === 'true' && \(Shown.command) !== ''")
        try enter("0.5s..1s@1/4", into: "document.getElementById('new-edit')")
        try openSettings()
        try enter("One at top", into: setting("Text"))
        try page.wait(for: "\(Shown.command).endsWith(`--edit 0.5s..1s@1/4 --text 'One at top'`)")
        try page.click("#tab-edits")
        try page.value("document.getElementById('presets').value = 'slow'")
        try page.click("#preset-apply")
        try page.wait(
            for: "\(Shown.command).endsWith(`--edit 0.5s..1s@1/4 --pitch varispeed --rate 1/2 --text 'One at top'`)"
        )
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `A filter goes into the plan and the export; one that reads files is refused`() throws {
        try openSettings()
        try enter("movie=/etc/passwd", into: setting("Filters"))
        try page.wait(for: "document.querySelector('#edit-problems li')?.textContent.includes(`'movie'`)")
        #expect(try page.value("\(setting("Filters")).ariaInvalid") == "true")
        try enter("negate", into: setting("Filters"))
        try page.wait(
            for: "\(Shown.command).endsWith('--filter negate') && !document.getElementById('export').disabled"
        )
        try page.wait(for: "document.querySelector('#plan li .encode')")
        try page.click("#export")
        try page.wait(for: "document.querySelector('#exports li[data-state=done]')")
        let frames = try ClipReader(studio.scratch.file("clip-edit.mp4")).frames()
        // The bits that show the number are all turned over.
        #expect(frames.count == 480 && frames.allSatisfy { $0.number == nil })
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }
}
