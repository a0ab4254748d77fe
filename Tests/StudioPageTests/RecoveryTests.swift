import BrowserSupport
import TestSupport
import Testing

/// An edit that was worked on is offered again, whatever else was looked at or edited since.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct RecoveryTests {
    private let isOffered = "document.body.dataset.ready === 'true' && !document.getElementById('recovery').hidden"

    private func edited(_ page: BrowserPage, _ edit: String) throws {
        try page.value("document.getElementById('new-edit').focus()")
        try page.type(edit)
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).includes('--edit \(edit)')")
    }

    @Test func `Looking at another clip, or opening a result, takes no edit away`() throws {
        let scratch = try ScratchDirectory()
        _ = try RunningStudio.clip.write(to: scratch)
        _ = try Clip("mp4", frames: 100, at: .fps(50)).write(to: scratch, as: "other")
        let browser = try Chromium(executable: #require(Chromium.path))
        do {
            let studio = try RunningStudio(in: scratch)
            let page = try studio.page(browser)
            try edited(page, "0.5s..1s@1/2")
            try page.open(file: "other.mp4")
            try studio.waitUntilKept(["0.5s..1s@1/2"])
            try page.reload(readyWhen: isOffered)
            #expect(try page.text("#recovery-words") == "clip.mp4, 1 edit")
            let first = studio.kept[0].work
            try page.click("#recovery-take")
            try page.wait(for: "\(Shown.command).endsWith('--edit 0.5s..1s@1/2')")

            try page.click("#tab-export")
            try page.wait(for: "!document.getElementById('export').disabled")
            try page.click("#export")
            try page.wait(for: "document.querySelector('#exports li[data-state=done]')")
            try page.value("document.querySelector('#exports button:not([hidden])').click()")
            try page.wait(for: "\(Shown.command).includes('clip-edit.mp4') && \(Shown.isExact)")
            #expect(page.complaints.isEmpty, "\(page.complaints)")
            // What was taken goes on under the name of the page.
            try Patience.wait { studio.kept.count == 1 && studio.kept[0].work != first }
            studio.kill()
            try page.wait(for: "!document.getElementById('lost').hidden")
        }
        let studio = try RunningStudio(in: scratch)
        let page = try studio.page(browser)
        try page.wait(for: isOffered)
        #expect(try page.text("#recovery-words") == "clip.mp4, 1 edit")
        withExtendedLifetime(studio) {}
    }

    @Test func `Edits of two clips are both given back`() throws {
        let studio = try RunningStudio()
        _ = try Clip("mp4", frames: 100, at: .fps(50)).write(to: studio.scratch, as: "other")
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try edited(page, "0.5s..1s@1/2")
        try page.open(file: "other.mp4")
        try edited(page, "1s..1.5s@1/4")
        try studio.waitUntilKept(["1s..1.5s@1/4"], ["0.5s..1s@1/2"])
        try page.reload(readyWhen: isOffered)
        #expect(try page.text("#recovery-words") == "other.mp4, 1 edit (and 1 more)")
        try page.click("#recovery-take")
        try page.wait(for: "\(Shown.command).endsWith('--edit 1s..1.5s@1/4')")
        #expect(try page.text("#recovery-words") == "clip.mp4, 1 edit")
        try page.click("#recovery-take")
        try page.wait(for: "\(Shown.command).endsWith('--edit 0.5s..1s@1/2')")
        #expect(page.complaints.isEmpty, "\(page.complaints)")
    }

    @Test func `An edit of one page takes not the place of another page's, and is offered when that is closed`() throws
    {
        let studio = try RunningStudio()
        let browser = try Chromium(executable: #require(Chromium.path))
        let first = try studio.page(browser)
        try edited(first, "0.5s..1s@1/2")
        let second = try studio.page(browser)
        // Longer than it is waited for a page that lets go.
        try second.value("new Promise((resolve) => setTimeout(resolve, 2000))")
        #expect(try second.value(isOffered) == false)
        try first.ask("Page.navigate", ["url": "about:blank"])
        try Patience.wait { try second.number("navigator.locks.query().then(({ held }) => held.length)") == 0 }
        // The offer is not answered.
        try second.reload(readyWhen: isOffered)
        try edited(second, "1s..1.5s@1/4")
        try studio.waitUntilKept(["1s..1.5s@1/4"], ["0.5s..1s@1/2"])
        try second.reload(readyWhen: isOffered)
        #expect(try second.text("#recovery-words") == "clip.mp4, 1 edit (and 1 more)")
        try second.click("#recovery-leave")
        try second.wait(for: "document.getElementById('recovery-words').textContent === 'clip.mp4, 1 edit'")
        try second.click("#recovery-take")
        try second.wait(for: "\(Shown.command).endsWith('--edit 0.5s..1s@1/2')")
        // What was forgotten is not offered again; what was taken goes on as the same.
        try edited(second, "1.5s..1.7s@2")
        try studio.waitUntilKept(["0.5s..1s@1/2", "1.5s..1.7s@2"])
        try second.reload(readyWhen: isOffered)
        #expect(try second.text("#recovery-words") == "clip.mp4, 2 edits")
        #expect(second.complaints.isEmpty, "\(second.complaints)")
    }

    /// Holds back in a page what it asks for at an address, but for what is to outlive the page.
    private static func holdBack(_ address: String) -> String {
        """
        (() => {
          const { fetch } = window;
          window.held = 0;
          window.fetch = (address, options) => {
            if (options?.keepalive || !String(address).endsWith("\(address)")) return fetch(address, options);
            window.held += 1;
            return new Promise(() => {});
          };
        })()
        """
    }

    @Test func `An edit that is not kept yet is kept as the page goes`() throws {
        let studio = try RunningStudio()
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try page.value(Self.holdBack("api/recovery"))
        try edited(page, "0.5s..1s@1/2")
        try edited(page, "1s..1.5s@1/4")
        #expect(try page.number("window.held") == 1)
        try page.ask("Page.navigate", ["url": "about:blank"])
        try studio.waitUntilKept(["0.5s..1s@1/2", "1s..1.5s@1/4"])
    }

    @Test func `An edit that is taken is not forgotten before it is kept anew`() throws {
        let studio = try RunningStudio()
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try edited(page, "0.5s..1s@1/2")
        try studio.waitUntilKept(["0.5s..1s@1/2"])
        let work = studio.kept[0].work
        try page.reload(readyWhen: isOffered)
        try page.value(Self.holdBack("api/recovery"))
        try page.click("#recovery-take")
        try page.wait(for: "\(Shown.command).includes('--edit') && window.held === 1")
        #expect(studio.kept.map(\.work) == [work])
        #expect(page.requests.allSatisfy { !$0.hasSuffix("api/recovery/discard") })
    }
}
