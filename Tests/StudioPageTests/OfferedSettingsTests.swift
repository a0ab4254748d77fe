import BrowserSupport
import TestSupport
import Testing

/// The form of the export offers what has an effect, and says what is wrong by the names of its own fields.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct OfferedSettingsTests {
    let studio: RunningStudio
    let page: BrowserPage

    init() throws {
        studio = try RunningStudio()
        page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try page.press("x", code: 88)
        try page.value("document.querySelectorAll('details').forEach((group) => { group.open = true; })")
    }

    /// The field of a label.
    private func field(_ label: String) -> String {
        "[...document.querySelectorAll('#settings label')].find((one) => one.textContent.trim() === '\(label)')"
    }

    private func write(_ text: String, into label: String) throws {
        try page.value(
            "(() => { const input = \(field(label)).querySelector('input'); input.focus(); input.select(); })()"
        )
        try page.type(text)
        try page.value("document.activeElement.blur()")
    }

    @Test func `A field is there where it has an effect, and stays where it is set`() throws {
        let (conform, captured) = ("Every frame, so many a second", "Captured frames a second")
        try page.wait(for: "\(field(captured)).hidden && \(field("How often the image plays")).hidden")
        try write("30", into: conform)
        try page.wait(for: "!\(field(captured)).hidden")
        try write("240", into: captured)
        try page.wait(for: "\(Shown.command).includes('--capture-rate 240 --conform 30')")
        try page.value("document.getElementById('output').focus()")
        try page.type("jump.gif")
        try page.press("Enter", code: 13)
        try page.wait(for: "!\(field("How often the image plays")).hidden")
        // Without the one, the other is wrong: at its field, which names no option.
        try page.value(
            "(() => { const input = \(field(conform)).querySelector('input'); input.value = ''; input.dispatchEvent(new Event('change')); })()"
        )
        try page.wait(for: "\(field(captured)).querySelector('input').ariaInvalid === 'true'")
        #expect(try page.value("\(field(captured)).hidden") == false)
        #expect(
            try page.text("#edit-problems")
                == "“\(captured)”: it has no effect unless every frame is played, so many a second"
        )
        #expect(page.complaints.isEmpty)
    }
}
