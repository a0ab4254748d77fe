import BrowserSupport
import Glibc
import TestSupport
import Testing

/// What was drawn is exported by the command line that is shown, and found again after a reload.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct ExportingTests {
    private func drawn(_ studio: RunningStudio, _ browser: Chromium) throws -> BrowserPage {
        let page = try studio.page(browser)
        try page.drag("#curve", from: .init(across: 0.25, down: 0.6), to: .init(across: 0.5, down: 0.6))
        try page.press("2", code: 50)
        try page.drag("#curve", from: .init(across: 0.6, down: 0.39), to: .init(across: 0.75, down: 0.6))
        try page.wait(for: "\(Shown.command).split('--edit').length === 3")
        return page
    }

    @Test func `The export is that of the shown command line`() throws {
        let studio = try RunningStudio()
        let page = try drawn(studio, Chromium(executable: #require(Chromium.path)))
        try page.press("x", code: 88)
        try page.wait(for: "document.querySelectorAll('#plan li').length === 2")
        try page.value("document.getElementById('output').focus()")
        try page.type("drawn slow.mp4")
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).includes('drawn slow.mp4')")
        let line = try page.value(Shown.command).string ?? ""
        try page.click("#export")
        try page.wait(for: "document.querySelector('#exports li[data-state=done]')")
        let exported = try ClipReader(studio.scratch.file("drawn slow.mp4"))

        let directory = try Command.directory
        let outcome = try Command(
            within: "cd '\(studio.scratch.path)' && PATH=\"\(directory):$PATH\" && \(line) --force --quiet",
            []
        ).run()
        #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        let typed = try ClipReader(studio.scratch.file("drawn slow.mp4"))
        #expect(exported.packets == typed.packets)
        #expect(try exported.frames().map(\.number) == typed.frames().map(\.number))

        // The result opens in the viewer.
        try page.value("document.querySelector('#exports button:not([hidden])').click()")
        try page.wait(
            for:
                "document.getElementById('clips').selectedOptions[0].textContent === 'drawn slow.mp4' && \(Shown.isExact)"
        )
        #expect(try page.number(Shown.barcode) == 0)
        #expect(page.complaints.isEmpty)
    }

    @Test func `What the studio has not answered for is not exported`() throws {
        let studio = try RunningStudio()
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try page.press("x", code: 88)
        try page.wait(for: "!document.getElementById('export').disabled")
        try page.value(
            """
            (() => {
              const { fetch } = window;
              window.exports = window.refused = 0;
              window.fetch = (address, options) => {
                if (String(address).includes("api/exports")) window.exports += 1;
                if (!String(address).includes("api/edit")) return fetch(address, options);
                window.refused += 1;
                return Promise.reject(new TypeError("no connection"));
              };
            })()
            """
        )
        try page.press("i", code: 73)
        try page.press("h", code: 72)
        let isSaid = "!document.getElementById('problem').hidden"
        try page.wait(for: "\(isSaid) && window.refused === 2")
        try page.click("#problem-close")
        try page.click("#export")
        try page.wait(for: "\(isSaid) && window.refused === 3")
        #expect(try page.number("window.exports") == 0)
        #expect(try page.value("\(Shown.command).includes('--edit')") == false)
    }

    @Test func `A click just after a name was typed exports under that name, once`() throws {
        let studio = try RunningStudio()
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try page.press("x", code: 88)
        try page.value(
            """
            (() => {
              const { fetch } = window;
              window.fetch = async (address, options) => {
                const answer = await fetch(address, options);
                if (String(address).includes("api/edit")) await new Promise((resolve) => setTimeout(resolve, 500));
                return answer;
              };
            })()
            """
        )
        try page.value("document.getElementById('output').focus()")
        try page.type("soon.mkv")
        try page.click("#export")
        try page.wait(for: "document.querySelector('#exports li[data-state=done] strong')?.textContent === 'soon.mkv'")
        #expect(try page.number("document.querySelectorAll('#exports li').length") == 1)
        #expect(try page.value("document.getElementById('problem').hidden") == true)
    }

    @Test func `A file that was replaced is shown as it is now, and its edits go on with it`() throws {
        let studio = try RunningStudio()
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try page.value("document.getElementById('new-edit').focus()")
        try page.type("0.2s..0.4s@1/2")
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).endsWith('--edit 0.2s..0.4s@1/2')")
        let other = try Clip("mp4", frames: 100, at: .fps(50)).write(to: studio.scratch, as: "other")
        #expect(unsafe rename(other, studio.clip) == 0)
        try page.click("#frame-on")
        try page.wait(for: "document.getElementById('facts').textContent.includes(' 100 frames')")
        // They are said once all that was closed is open again, which is after the facts are shown.
        let words = "clip.mp4 was replaced by another file since it was opened. It was opened again"
        try page.wait(for: "document.getElementById('problem-words').textContent.includes('\(words)')")
        try page.wait(for: "\(Shown.isExact) && \(Shown.frame) === 1 && \(Shown.barcode) === 1")
        try page.wait(for: "\(Shown.command).endsWith('--edit 0.2s..0.4s@1/2')")
        try page.press("x", code: 88)
        try page.click("#export")
        try page.wait(for: "document.querySelector('#exports li[data-state=done]')")
        #expect(try page.number("document.getElementById('clips').options.length") == 1)
    }

    @Test func `The name is shown, and what was said of a file that is there is over with another name`() throws {
        let studio = try RunningStudio()
        let page = try drawn(studio, Chromium(executable: #require(Chromium.path)))
        try page.press("x", code: 88)
        let field = "document.getElementById('output')"
        try page.wait(for: "\(field).placeholder !== '' && \(Shown.command).includes(\(field).placeholder)")
        let name = try page.value("\(field).placeholder").string ?? ""
        _ = try studio.scratch.write([0], to: name)
        let isSaid = "!document.getElementById('problem').hidden"
        try page.wait(for: "!document.getElementById('export').disabled")
        try page.click("#export")
        let words = "document.getElementById('problem-words').textContent"
        try page.wait(for: "\(isSaid) && \(words).includes('exists already')")
        try page.value("\(field).focus()")
        try page.type("another.mp4")
        try page.wait(for: "!(\(isSaid))")
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).includes('another.mp4')")
    }

    @Test func `A result that was replaced is shown as it is now`() throws {
        let studio = try RunningStudio()
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        func enter(_ text: String, into field: String) throws {
            try page.click("#tab-edits")
            try page.value("document.getElementById('\(field)').focus()")
            try page.type(text)
            try page.press("Enter", code: 13)
        }
        func expectExported(asNumber number: Int, frames: Int) throws {
            try page.click("#tab-export")
            try page.wait(for: "!document.getElementById('export').disabled")
            try page.click("#export")
            try page.wait(for: "document.querySelectorAll('#exports li[data-state=done]').length === \(number)")
            // All rows open what lies under that name by now.
            try page.value("document.querySelector('#exports li button:not([hidden])').click()")
            try page.wait(
                for:
                    "document.getElementById('clips').selectedOptions[0].textContent === 'clip-edit.mp4' && \(Shown.isExact)"
            )
            try page.wait(for: "document.getElementById('facts').textContent.includes(' \(frames) frames')")
        }
        try enter("0.2s..0.4s@1/2", into: "new-edit")
        try page.wait(for: "\(Shown.command).endsWith('--edit 0.2s..0.4s@1/2')")
        try expectExported(asNumber: 1, frames: 480)
        try page.choose("clip.mp4", in: "clips")
        try page.wait(for: "\(Shown.command).endsWith('--edit 0.2s..0.4s@1/2')")
        try enter("1s", into: "out")
        try page.wait(for: "\(Shown.command).includes('--trim ..1s')")
        try page.click("#tab-export")
        try page.click("#force")
        try expectExported(asNumber: 2, frames: 240)
        #expect(try page.number("document.getElementById('clips').options.length") == 2)
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `An edit is offered again after a reload, and after the studio was killed`() throws {
        let scratch = try ScratchDirectory()
        _ = try RunningStudio.clip.write(to: scratch)
        let browser = try Chromium(executable: #require(Chromium.path))
        var line = ""
        do {
            let studio = try RunningStudio(in: scratch)
            let page = try drawn(studio, browser)
            line = try page.value(Shown.command).string ?? ""
            try Patience.wait { studio.kept.first?.document.edits.count == 2 }
            try page.reload(
                readyWhen: "document.body.dataset.ready === 'true' && !document.getElementById('recovery').hidden"
            )
            try page.click("#recovery-take")
            try page.wait(for: "\(Shown.command) === `\(line)`")
            studio.kill()
        }
        let studio = try RunningStudio(in: scratch)
        let page = try studio.page(browser)
        try page.wait(for: "!document.getElementById('recovery').hidden && !\(Shown.command).includes('--edit')")
        try page.click("#recovery-take")
        try page.wait(for: "\(Shown.command) === `\(line)`")
        withExtendedLifetime(studio) {}
    }
}
