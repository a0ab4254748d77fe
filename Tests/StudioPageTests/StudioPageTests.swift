import BrowserSupport
import FoundationEssentials
import TestSupport
import Testing

/// The page of the studio in a real browser, driven as a person does: by pointer and keys.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct StudioPageTests {
    let studio: RunningStudio
    let page: BrowserPage

    init() throws {
        studio = try RunningStudio()
        page = try studio.page(Chromium(executable: #require(Chromium.path)))
    }

    /// Ends every test: the page has complained of nothing, and asked for nothing but what is its own.
    private func expectQuiet(allowing refusals: Int = 0) throws {
        #expect(page.complaints.count <= refusals, "\(page.complaints)")
        let origin = studio.address
        #expect(page.requests.allSatisfy { $0.hasPrefix(origin) || $0.hasPrefix("data:") || $0.hasPrefix("blob:") })
        #expect(try page.value("document.getElementById('problem').hidden") == true)
    }

    /// Waits for the picture of a frame, and looks at what it shows.
    private func expectFrame(_ number: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try page.wait(for: "\(Shown.frame) === \(number) && \(Shown.isExact)")
        #expect(try page.number(Shown.barcode) == Double(number), sourceLocation: sourceLocation)
    }

    private func wait(forCommand text: String) throws {
        try page.wait(for: "\(Shown.command).endsWith(`\(text)`)")
    }

    // MARK: The viewer

    @Test func `Steps and jumps show the frame that is named`() throws {
        try expectFrame(0)
        for step in 1...12 {
            try page.press("ArrowRight", code: 39)
            try expectFrame(step)
        }
        for step in 1...5 {
            try page.press("ArrowLeft", code: 37)
            try expectFrame(12 - step)
        }
        try page.press("ArrowRight", code: 39, holding: .shift)
        try expectFrame(247)
        try page.press("End", code: 35)
        try expectFrame(479)
        for step in 1...5 {
            try page.press("ArrowLeft", code: 37)
            try expectFrame(479 - step)
        }
        try page.value("document.getElementById('go').focus()")
        try page.type("soon")
        try page.press("Enter", code: 13)
        try page.wait(for: "!document.getElementById('problem').hidden")
        try page.value("document.getElementById('go').value = ''")
        for number in [3, 119, 120, 121, 361, 240, 77, 400] {
            try page.value("document.getElementById('go').focus()")
            try page.type("\(number)f")
            try page.press("Enter", code: 13)
            try expectFrame(number)
            // What was typed before is in order now.
            #expect(try page.value("document.getElementById('problem').hidden") == true)
        }
        try expectQuiet()
    }

    @Test func `The filmstrip is scrubbed and zoomed`() throws {
        try page.click("#film", across: 0.5)
        let frame = try page.number(Shown.frame)
        #expect(abs(frame - 240) <= 2)
        try expectFrame(Int(frame))
        try page.drag("#film", from: .init(across: 0.2), to: .init(across: 0.75))
        let last = Int(try page.number(Shown.frame))
        #expect(abs(last - 360) <= 2)
        try expectFrame(last)
        for _ in 0..<6 { try page.press("+", code: 187) }
        // What was at the position stays there; a click nearby goes less far now.
        try page.click("#film", across: 0.5)
        #expect(try page.number("Math.abs(\(Shown.frame) - \(last))") < 60)
        try page.press("0", code: 48)
        try expectQuiet()
    }

    // MARK: The edit

    @Test func `Ranges, ramps, holds and reversals are drawn, undone, and done again`() throws {
        try page.drag("#curve", from: .init(across: 0.25, down: 0.6), to: .init(across: 0.5, down: 0.6))
        try page.wait(for: "document.querySelectorAll('#edits li').length === 1")
        let range = try page.value("document.querySelector('#edits input').value").string ?? ""
        #expect(range.hasSuffix("f@1/4") && range.contains("f..2"), "\(range)")
        try wait(forCommand: "--edit \(range)")

        try page.press("3", code: 51)
        try page.drag("#curve", from: .init(across: 0.55, down: 0.39), to: .init(across: 0.7, down: 0.6))
        try page.wait(for: "\(Shown.command).includes(' smooth')")
        try page.press("h", code: 72)
        try page.wait(for: "\(Shown.command).includes('0f+1s')")
        try page.press("5", code: 53)
        try page.drag("#curve", from: .init(across: 0.8, down: 0.39), to: .init(across: 0.9, down: 0.39))
        try page.wait(for: "\(Shown.command).includes('@-1')")
        #expect(try page.number("document.querySelectorAll('#edits li').length") == 4)
        // The curve is what the server makes of it: a line for each part.
        try page.wait(for: "document.querySelectorAll('#curve polyline.reverse').length === 1")

        for _ in 0..<3 { try page.press("z", code: 90, holding: .control) }
        try wait(forCommand: "--edit \(range)")
        try page.press("y", code: 89, holding: .control)
        try page.wait(for: "\(Shown.command).includes(' smooth')")
        try expectQuiet()
    }

    @Test func `Everything is done by keys alone`() throws {
        // A range from 1 s for a second, at a quarter.
        for _ in 0..<1 { try page.press("ArrowRight", code: 39, holding: .shift) }
        try page.press("[", code: 219)
        for _ in 0..<10 { try page.press("ArrowRight", code: 39) }
        try page.press("]", code: 221)
        try page.press("e", code: 69)
        try wait(forCommand: "--edit 240f..251f@1/4")
        // Its start a frame later, and slower: the handle is reached by Tab.
        try page.focus("#handles button")
        try page.press("ArrowRight", code: 39)
        try wait(forCommand: "--edit 241f..251f@1/4")
        try page.press("ArrowDown", code: 40)
        try wait(forCommand: "--edit 241f..251f@1/5")
        try page.wait(for: "document.activeElement.ariaValueText?.endsWith('rate 1/5')")
        try page.press("Delete", code: 46)
        try page.wait(for: "!\(Shown.command).includes('--edit')")
        // In and out.
        try page.press("i", code: 73)
        try page.press("End", code: 35)
        try page.press("ArrowLeft", code: 37)
        try page.press("o", code: 79)
        try page.wait(for: "\(Shown.command).includes('--trim 250f..479f')")
        try page.press("m", code: 77)
        try page.wait(for: "document.querySelectorAll('#marks li').length === 1")
        try page.press("?", code: 191)
        #expect(try page.value("document.getElementById('keys').open") == true)
        try page.press("Escape", code: 27)
        try page.wait(for: "!document.getElementById('keys').open")
        try expectQuiet()
    }

    @Test func `A handle keeps the focus where its edit passes another one`() throws {
        for edit in ["100f+1s", "98f..200f@1/2"] {
            try page.value("document.getElementById('new-edit').focus()")
            try page.type(edit)
            try page.press("Enter", code: 13)
        }
        try wait(forCommand: "--edit 98f..200f@1/2 --edit 100f+1s")
        try page.focus("#handles .hold")
        for frame in [99, 98, 97] {
            try page.press("ArrowLeft", code: 37)
            try page.wait(for: "\(Shown.command).includes('--edit \(frame)f+1s')")
        }
        try wait(forCommand: "--edit 97f+1s --edit 98f..200f@1/2")
        try page.wait(for: "document.activeElement.className.includes('hold')")
        try expectQuiet()
    }

    @Test func `Marks are gone to by their flags, and named and removed`() throws {
        for _ in 0..<2 {
            try page.press("ArrowRight", code: 39, holding: .shift)
            try page.press("m", code: 77)
            try page.press("ArrowLeft", code: 37)
        }
        try page.wait(for: "document.querySelectorAll('#flags .flag').length === 2")
        // At its end the flag is far behind its mark.
        try page.click("#flags .flag", across: 0.95)
        try expectFrame(240)
        // What is clicked while a name is typed is done, too.
        try page.click("#tab-marks")
        try page.value(
            "(() => { const name = document.querySelector('#marks input'); name.focus(); name.select(); })()"
        )
        try page.type("Contact")
        try page.click("#marks li:last-child button:last-child")
        try page.wait(for: "document.querySelectorAll('#marks li').length === 1")
        try wait(forCommand: "--chapter 240f=Contact")
        try expectQuiet()
    }

    @Test func `What is wrong is said in the command's words, and mended by typing`() throws {
        try page.value("document.getElementById('new-edit').focus()")
        try page.type("1s..9s@1/4/")
        try page.press("Enter", code: 13)
        try page.wait(for: "document.querySelector('#edit-problems li')?.textContent.includes('1s..9s@1/4/')")
        #expect(try page.value("document.querySelector('#edits input').getAttribute('aria-invalid')") == "true")
        try page.value(
            "(() => { const input = document.querySelector('#edits input'); input.focus(); input.select(); })()"
        )
        try page.type("1s..1.5s@1/4")
        try page.press("Enter", code: 13)
        try wait(forCommand: "--edit 1s..1.5s@1/4")
        try page.wait(for: "!document.querySelector('#edit-problems li')")

        // What is typed in a row is taken as it is removed: then the row has another edit.
        try page.value("document.getElementById('new-edit').focus()")
        try page.type("0s..0.5s@1/2")
        try page.press("Enter", code: 13)
        try wait(forCommand: "--edit 0s..0.5s@1/2 --edit 1s..1.5s@1/4")
        try page.value(
            "(() => { const input = document.querySelector('#edits input'); input.focus(); input.select(); })()"
        )
        try page.type("1.6s..1.8s@1/2")
        try page.click("#edits li button")
        try page.wait(for: "!\(Shown.command).includes('@1/2')")
        try wait(forCommand: "--edit 1s..1.5s@1/4")
        #expect(try page.value("document.querySelectorAll('#edits li').length") == 1)

        // A pointer that was pressed on × and let go elsewhere takes nothing from a key that is pressed later.
        try page.value("document.querySelector('#edits li button').dispatchEvent(new PointerEvent('pointerdown'))")
        try page.value(
            "(() => { const input = document.querySelector('#edits input'); input.focus(); input.select(); })()"
        )
        try page.type("1.2s..1.5s@1/4")
        try page.press("Enter", code: 13)
        try wait(forCommand: "--edit 1.2s..1.5s@1/4")
        try page.value("document.querySelector('#edits li button').focus()")
        try page.press("Enter", code: 13)
        try page.wait(for: "document.querySelectorAll('#edits li').length === 0")
        try expectQuiet()
    }
}
