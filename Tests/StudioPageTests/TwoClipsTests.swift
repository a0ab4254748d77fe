import BrowserSupport
import TestSupport
import Testing

/// Two clips are shown, stepped and aligned together.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct TwoClipsTests {
    let studio: RunningStudio
    let page: BrowserPage

    init() throws {
        studio = try RunningStudio()
        _ = try Clip("mp4", frames: 100, at: .fps(50)).write(to: studio.scratch, as: "second")
        page = try studio.page(Chromium(executable: #require(Chromium.path)))
        // The second clip is opened on the page; then the first one is chosen again.
        try page.press("o", code: 79, holding: .control)
        let entry =
            "[...document.querySelectorAll('#opener-list button')].find((one) => one.textContent.startsWith('second.mp4'))"
        try page.wait(for: entry)
        try page.value("\(entry).click()")
        try page.wait(for: "document.getElementById('clips').selectedOptions[0].textContent === 'second.mp4'")
        try page.choose("clip.mp4", in: "clips")
        try page.wait(for: "\(Shown.command).includes('clip.mp4') && \(Shown.isExact)")
        try page.click("#tab-two")
    }

    /// Waits for the pictures of a frame of each clip, and looks at what they show.
    private func expectFrames(_ first: Int, _ second: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        func ofSecond(_ text: String) -> String { text.replacing("picture-a", with: "picture-b") }
        try page.wait(for: "\(Shown.frame) === \(first) && \(Shown.isExact) && \(ofSecond(Shown.isExact))")
        #expect(try page.number(Shown.barcode) == Double(first), sourceLocation: sourceLocation)
        #expect(try page.number(ofSecond(Shown.barcode)) == Double(second), sourceLocation: sourceLocation)
    }

    private func enter(_ text: String, into field: String) throws {
        try page.value(
            "(() => { const field = document.getElementById('\(field)'); field.focus(); field.select(); })()"
        )
        try page.type(text)
        try page.press("Enter", code: 13)
    }

    @Test func `A second clip is stepped with the first one, and moved against it`() throws {
        // Marks of the clip are others than those of both clips.
        try page.press("m", code: 77)
        let isSaid = "!document.getElementById('marks-left-out').hidden"
        #expect(try page.value(isSaid) == false)
        try page.choose("second.mp4", in: "second")
        try expectFrames(0, 0)
        #expect(try page.value(isSaid) == true)
        try page.wait(
            for: "\(Shown.command).includes('side-by-side') && \(Shown.command).endsWith('--at-a 0s --at-b 0s')"
        )
        try page.press("ArrowRight", code: 39, holding: .shift)
        try expectFrames(240, 50)
        // Four frames of the first one are less than one of the second.
        for _ in 0..<4 { try page.press("ArrowRight", code: 39) }
        try expectFrames(244, 50)
        try page.press("ArrowRight", code: 39)
        try expectFrames(245, 51)

        try page.press("m", code: 77)
        try page.press("ArrowRight", code: 39, holding: .alt)
        try expectFrames(245, 52)
        try page.wait(for: "\(Shown.command).endsWith('--at-a 245f --at-b 52f')")
        try page.click("#second-earlier")
        try expectFrames(245, 51)
        try page.wait(for: "\(Shown.command).endsWith('--at-a 245f --at-b 51f')")

        try enter("1s", into: "at-a")
        try enter("0.5s", into: "at-b")
        try page.wait(for: "\(Shown.command).endsWith('--at-a 1s --at-b 0.5s')")
        try page.press("Home", code: 36)
        try page.press("ArrowRight", code: 39, holding: .shift)
        try expectFrames(240, 25)
        #expect(try page.value("document.getElementById('at-a').value") == "1s")
        #expect(try page.number("document.querySelectorAll('#marks li').length") == 2)
        #expect(page.complaints.isEmpty, "\(page.complaints)")
        #expect(try page.value("document.getElementById('problem').hidden") == true)
    }

    @Test func `What was found by sound is not said of another clip`() throws {
        try page.choose("second.mp4", in: "second")
        let words = "document.getElementById('align-words').textContent"
        let hint = try page.value(words)
        // The second one has no audio.
        try page.click("#align")
        try page.wait(for: "!['Both are stepped', 'Listening'].some((start) => \(words).startsWith(start))")
        try page.choose("none", in: "second")
        try page.wait(for: "\(words).startsWith('Open another clip')")
        try page.choose("second.mp4", in: "second")
        #expect(try page.value(words) == hint)
    }

    @Test func `Each clip is played in its own time, and what is not shown is empty`() throws {
        try page.choose("second.mp4", in: "second")
        try enter("0.5s", into: "at-a")
        try enter("1.5s", into: "at-b")
        try page.wait(for: "\(Shown.command).endsWith('--at-a 0.5s --at-b 1.5s')")
        try page.value(Playback.script)
        // Which frames are shown may become known too late to see it the first time.
        for time in 1...2 {
            try page.press("Home", code: 36)
            try page.press(" ", code: 32)
            try page.wait(for: Playback.isOver(time))
            if try page.value(Playback.wasEmpty("a")) == true { break }
        }
        #expect(try page.value(Playback.wasEmpty("a")) == true)
        // The second one is over before the first one is.
        #expect(try page.value(Playback.wasEmpty("b")) == true)
        #expect(try page.number(Shown.frame) > 200)
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }
}
