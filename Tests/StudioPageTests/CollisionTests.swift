import BrowserSupport
import TestSupport
import Testing

/// Edits that would change the same instants: a hand does not get them there, and what is typed so is marked.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct CollisionTests {
    let studio: RunningStudio
    let page: BrowserPage

    init() throws {
        studio = try RunningStudio()
        page = try studio.page(Chromium(executable: #require(Chromium.path)))
        for edit in ["0.5s..0.7011s@1/4", "1s..1.5s@1/2"] { try add(edit) }
    }

    private func add(_ edit: String) throws {
        try page.value("document.getElementById('new-edit').focus()")
        try page.type(edit)
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).includes('--edit \(edit)')")
    }

    private func write(_ text: String, into field: String) throws {
        try page.value("(() => { const field = document.querySelector('\(field)'); field.focus(); field.select(); })()")
        try page.type(text)
        try page.press("Enter", code: 13)
    }

    @Test func `A handle stops at the neighbour, wherever that ends`() throws {
        // A knob is 26 pixels wide: far beyond the other edit.
        try page.drag(
            "#handles [aria-label='Edit 2, Range: start']",
            from: .init(across: 0.5, down: 0.5),
            to: .init(across: -20, down: 0.5)
        )
        try page.wait(for: "\(Shown.command).endsWith('--edit 0.5s..0.7011s@1/4 --edit 0.7011s..1.5s@1/2')")
        #expect(try page.value("document.querySelectorAll('#edit-problems li').length") == 0)
    }

    @Test func `What is typed is marked at both fields and on the timeline, with one sentence that playing says, too`()
        throws
    {
        try write("0.6s..1.5s@1/2", into: "#edits li:nth-child(2) input")
        try page.wait(for: "document.querySelectorAll('#edits input[aria-invalid=true]').length === 2")
        let words = "the edits 0.5s..0.7011s@1/4 and 0.6s..1.5s@1/2 overlap from 0:00.600 to 0:00.701"
        #expect(try page.text("#edit-problems") == words)
        try page.wait(for: "document.querySelectorAll('#curve .collision').length === 1")
        // A tenth of a second of two, and a pixel at either side.
        let share = try page.number(
            """
            (document.querySelector("#curve .collision").width.baseVal.value - 2) / document.getElementById("curve").clientWidth
            """
        )
        #expect(abs(share - 0.1011 / 2) < 0.001)
        try page.press(" ", code: 32)
        try page.wait(for: "!document.getElementById('problem').hidden")
        #expect(try page.text("#problem-words") == words)
        #expect(try page.value("document.getElementById('export').disabled") == true)
        // It is over with another edit.
        try page.press("z", code: 90, holding: .control)
        try page.wait(
            for: "document.querySelectorAll('#curve .collision, #edits input[aria-invalid=true]').length === 0"
        )
        #expect(try page.value("document.getElementById('problem').hidden") == true)
    }

    @Test func `The ends of the result stop at each other, and cut a ramp`() throws {
        try page.value("document.getElementById('undo').click()")
        try page.value("document.getElementById('undo').click()")
        try add("0.5s..1.5s@1..1/4")
        try write("1s", into: "#in")
        try page.wait(for: "\(Shown.command).includes('--trim 1s..')")
        // From 0.8 down to a quarter, and half a second of the rest.
        try page.wait(for: "document.querySelectorAll('#curve polyline').length === 2")
        #expect(try page.text("#edit-problems") == "")
        try page.drag(
            "#ruler [aria-label^='Out']",
            from: .init(across: 0.5, down: 0.5),
            to: .init(across: -60, down: 0.5)
        )
        try page.wait(for: "\(Shown.command).includes('--trim 1s..241f')")
        #expect(try page.text("#edit-problems") == "")
        #expect(page.complaints.isEmpty)
    }
}
