import BrowserSupport
import FoundationEssentials
import TestSupport
import Testing

/// How the page looks: on a desk and on a phone, dark and light, and to those who do not see it.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .editedPage,
    .serialized,
    .endsIfItHangs
)
struct LooksTests {
    let page: BrowserPage

    init() throws {
        page = try #require(SharedPage.holder).page
        // As it is opened.
        try page.value("document.querySelectorAll('details').forEach((group) => { group.open = false; })")
        try page.value("document.getElementById('tab-edits').click()")
    }

    /// Where pictures of the page go, to be looked at; `nil` where nobody asked for them.
    private static let pictures = ProcessInfo.processInfo.environment["OVERCRANK_STUDIO_PICTURES"]

    private func keep(_ name: String) throws {
        guard let folder = Self.pictures else { return }
        try Data(page.screenshot()).write(to: URL(filePath: "\(folder)/\(name).png"))
    }

    @Test(arguments: [1400, 390], [true, false])
    func `Text can be read, and nothing is wider than the window`(width: Int, isDark: Bool) throws {
        try page.look(width: width, height: width < 600 ? 844 : 900, isDark: isDark)
        for tab in ["edits", "marks", "two", "export"] {
            try page.value("document.getElementById('tab-\(tab)').click()")
            if tab == "export" {
                try page.value("document.querySelectorAll('details').forEach((group) => { group.open = true; })")
            }
            if tab == "export" { try page.wait(for: "document.querySelector('#plan li')") }
            try page.waitForFrame()
            #expect(try page.value(Contrast.script) == [])
            #expect(try page.number("document.documentElement.scrollWidth") == Double(width))
            try keep("\(width)-\(isDark ? "dark" : "light")-\(tab)")
        }
        #expect(page.complaints.isEmpty)
    }

    @Test(arguments: [360, 320]) func `Nothing is wider than a narrow phone`(width: Int) throws {
        try page.look(width: width, height: 640, isDark: false)
        try page.waitForFrame()
        #expect(try page.number("document.documentElement.scrollWidth") == Double(width))
        try keep("\(width)-light")
    }

    /// The picture had what all else left over: nothing, in the end, and controls lay over one another.
    @Test(arguments: [(1366, 650, 240.0), (1024, 600, 160), (1000, 500, 160)])
    func `The picture keeps a height in low windows`(width: Int, height: Int, least: Double) throws {
        try page.look(width: width, height: height, isDark: false)
        try page.waitForFrame()
        #expect(try page.number("document.getElementById('stage').clientHeight") >= least)
        let below = "document.querySelector('.timeline-area').getBoundingClientRect().top"
        #expect(try page.number("\(below) - document.querySelector('.transport').getBoundingClientRect().bottom") >= 0)
        try keep("\(width)x\(height)")
    }

    @Test func `Every control has a name, a role and a place in the order of Tab`() throws {
        let nameless = try page.value(
            """
            [...document.querySelectorAll("button, input, select, canvas[role], [role=slider], [role=textbox]")].filter((control) =>
              !(control.ariaLabel || control.getAttribute("aria-labelledby") || control.labels?.length
                || control.textContent.trim())).map((control) => control.outerHTML)
            """
        )
        #expect(nameless == [])
        try page.value("globalThis.ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)")
        #expect(try page.value("ids.filter((id, index) => ids.indexOf(id) !== index)") == [])
        let unset = try page.value(
            "[...document.querySelectorAll('[role=slider]')].filter((one) => !one.ariaValueNow || !one.ariaValueText).length"
        )
        #expect(unset == 0)
        // What has the focus is seen to have it.
        try page.press("Tab", code: 9)
        #expect(try page.value("getComputedStyle(document.activeElement).outlineStyle") == "solid")
        #expect(page.complaints.isEmpty)
    }

    /// The picture that README begins with, made anew where a path is given for it.
    @Test(.enabled(if: Self.picture != nil, "nobody asked for a picture"))
    func `The picture of README`() throws {
        var clip = RunningStudio.clip
        clip.frames?.width = 960
        clip.frames?.height = 540
        let studio = try RunningStudio(clip)
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        try page.look(width: 1400, height: 900, isDark: true)
        for edit in ["96f..168f@1..1/4 smooth", "168f..288f@1/4", "288f..348f@1/4..1 smooth", "400f..440f@-1"] {
            try page.value("document.getElementById('new-edit').focus()")
            try page.type(edit)
            try page.press("Enter", code: 13)
        }
        try page.press("Escape", code: 27)
        try page.click("#film", across: 0.43)
        try page.wait(for: "\(Shown.isExact) && \(Shown.command).includes('@-1')")
        // The filmstrip fills in.
        try page.value("new Promise((resolve) => setTimeout(resolve, 3000))")
        let path = try #require(Self.picture)
        try Data(page.screenshot(as: "webp", quality: 82)).write(to: URL(filePath: path))
    }

    private static let picture = ProcessInfo.processInfo.environment["OVERCRANK_STUDIO_PICTURE"]
}

/// The contrast of every text with what is behind it, after WCAG 2: those below 4.5.
enum Contrast {
    static let script = """
        (() => {
          const numbers = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
          const over = (front, back) => [0, 1, 2].map((index) => front[index] * front[3] + back[index] * (1 - front[3]));
          const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
          const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
          const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
            || (one.matches("input[type=text]") && (one.value || one.placeholder));
          return [...document.querySelectorAll("body *")].filter((one) => hasText(one) && one.checkVisibility()
            && !one.closest(":disabled, .hidden-text, option") && one.getBoundingClientRect().width > 0).flatMap((one) => {
            let back = [255, 255, 255];
            const above = [];
            for (let box = one; box; box = box.parentElement) above.unshift(numbers(getComputedStyle(box).backgroundColor));
            for (const colour of above) back = over(colour, back);
            const style = one.matches("input") && !one.value ? getComputedStyle(one, "::placeholder") : getComputedStyle(one);
            const front = over(numbers(one instanceof SVGElement ? style.fill : style.color), back);
            const [bright, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a);
            const contrast = (bright + 0.05) / (dark + 0.05);
            return contrast < 4.5 ? [`${contrast.toFixed(2)} ${one.id || one.className} ${one.textContent.slice(0, 30)}`] : [];
          });
        })()
        """
}
