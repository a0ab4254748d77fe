import BrowserSupport
import Comparison
import Glibc
import Testing

/// The page of a comparison in a real browser: clicked through, typed at, and listened to.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .comparedClip,
    .serialized
)
struct ComparePageTests {
    let page: BrowserPage
    let report: ComparisonReport

    init() throws {
        let clip = try #require(ComparedClip.current)
        report = clip.report
        page = try BrowserPage(
            "file://\(clip.directory)/index.html",
            in: Chromium(executable: #require(Chromium.path)),
            readyWhen: "window.comparison !== undefined && !document.getElementById('play').disabled",
            lettingScriptsIn: true
        )
    }

    /// Ends every test: the page has complained of nothing and asked for nothing but its own files.
    private func expectQuiet() throws {
        #expect(page.complaints.isEmpty)
        #expect(page.requests.allSatisfy { request in ["file:", "data:", "blob:"].contains { request.hasPrefix($0) } })
    }

    @Test func `It shows every rendering with its images and its figures`() throws {
        #expect(try page.text("h1") == "clip.mp4")
        #expect(try page.text("#hearing").hasPrefix("You hear Opus at 80 kbit/s; "))
        #expect(try page.number("document.querySelectorAll('.row').length") == 3)
        for (index, rendering) in report.rates[0].renderings.enumerated() {
            #expect(try page.text(".row:nth-child(\(index + 1)) .name") == rendering.name)
        }
        try page.wait(for: "[...document.images].every((image) => image.complete)")
        #expect(try page.value("[...document.images].every((image) => image.naturalWidth === 1600)") == true)
        #expect(try page.number("document.querySelectorAll('#figures .figure').length") == Double(Metric.all.count))
        #expect(
            try page.value("[...document.querySelectorAll('#figures .part')].map((part) => part.textContent)")
                == .array(Metric.Part.allCases.map { .string($0.rawValue) })
        )
        let parts = Metric.Part.allCases.map { part in Metric.all.filter { $0.part == part } }
        for (row, metric) in parts.joined().enumerated() {
            let best = metric.best(among: report.rates[0].renderings)
            for (column, rendering) in report.rates[0].renderings.enumerated() {
                let cell = try page.value(
                    "document.querySelectorAll('#figures .figure')[\(row)].querySelectorAll('td')[\(column)].textContent"
                )
                let text = metric.text(of: rendering) ?? "–"
                #expect(cell == .string(best.contains(column) ? "\(text) best" : text))
            }
        }
        try expectQuiet()
    }

    @Test func `It plays, and the play-head and the video go along`() throws {
        // It does not come to the end while it is looked at.
        try page.click("#loop")
        try page.click("#play")
        try page.wait(for: "document.getElementById('play-label').textContent === 'Pause'")
        try page.wait(for: "comparison.deck.position > 0.3")
        try page.wait(for: "parseFloat(document.getElementById('rows').style.getPropertyValue('--head')) > 0")
        try page.wait(for: "document.getElementById('video').currentTime > 0.2")
        try page.wait(
            for: "Math.abs(document.getElementById('video').currentTime - comparison.deck.position) < 0.1"
        )
        try page.press(" ", code: 32)
        #expect(try page.value("comparison.deck.isPlaying") == false)
        let place = try page.number("comparison.deck.position")
        try page.wait(for: "Math.abs(document.getElementById('video').currentTime - \(place)) < 0.05")
        #expect(try page.number("comparison.deck.position") == place)
        try expectQuiet()
    }

    @Test func `Keys choose, move and play`() throws {
        // Without a card that has the focus, up and down are the page's.
        try page.press("ArrowDown", code: 40)
        #expect(try page.number("comparison.deck.chosen") == 0)
        try page.press("3", code: 51)
        #expect(try page.number("comparison.deck.chosen") == 2)
        #expect(try page.value("document.querySelector('.row:nth-child(3) .choose').ariaPressed") == "true")
        try page.press("ArrowUp", code: 38)
        #expect(try page.number("comparison.deck.chosen") == 1)
        try page.press("ArrowRight", code: 39)
        try page.press("ArrowRight", code: 39)
        try page.press("ArrowLeft", code: 37)
        #expect(try page.number("comparison.deck.position") == 1)
        try page.press("9", code: 57)
        #expect(try page.number("comparison.deck.chosen") == 1)
        try page.press(" ", code: 32)
        try page.wait(for: "comparison.deck.isPlaying")
        try page.press("Home", code: 36)
        // From where it plays.
        #expect(try page.number("comparison.deck.offset") == 0)
        try expectQuiet()
    }

    @Test func `Spectrograms have axes, in kilohertz and in seconds`() throws {
        let labels =
            "[...document.querySelectorAll('.row:first-child .frequencies span')].map((tick) => tick.textContent)"
        #expect(try page.value(labels) == .array(["0.1", "0.3", "1", "3 kHz"].map { .string($0) }))
        try page.wait(
            for: "comparison.deck.duration > 0 && document.querySelectorAll('.row:first-child .times span').length > 3"
        )
        #expect(try page.text(".row:first-child .times span") == "0 s")
        let places =
            "[...document.querySelectorAll('.row:first-child .times span')].map((mark) => parseFloat(mark.style.left))"
        #expect(
            try page.value("(\(places)).every((place, index, all) => index === 0 || place > all[index - 1])") == true
        )
    }

    @Test func `A click on a spectrogram goes there`() throws {
        try page.click(".row:nth-child(2) .images", across: 0.5)
        let part = try page.number("comparison.deck.position / comparison.deck.duration")
        #expect(abs(part - 0.5) < 0.01)
        try expectQuiet()
    }

    @Test func `Another rate keeps the place in the clip`() throws {
        try page.value("comparison.seek(2)")
        try page.click(".tab:nth-child(2)")
        try page.wait(for: "!document.getElementById('play').disabled && comparison.deck.duration < 2")
        #expect(abs(try page.number("comparison.deck.position") - 0.5) < 0.02)
        #expect(try page.value("document.querySelector('.tab:nth-child(2)').ariaSelected") == "true")
        try expectQuiet()
    }

    /// What comes out of the page's mixer, sample by sample, is the one rendering and then the other one at the same
    /// place, and a mix of both in between: nothing is lost, repeated or silent.
    @Test func `Switching keeps the place to the sample and leaves no gap`() throws {
        try page.value(Recorder.script)
        try page.click("#play")
        // Each is heard for a while, however slow the machine is. The page itself waits and presses: it comes to an end in 4 s.
        try page.value(
            """
            (async () => {
              for (const key of ["2", "3", " "]) {
                const place = comparison.deck.position;
                while (comparison.deck.position <= place + 0.4) await new Promise((resolve) => setTimeout(resolve, 20));
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
              }
            })()
            """
        )
        let result = try page.value("recorder.compare(comparison.deck, [0, 1, 2])")
        let report = try #require(result["pieces"]?.array)
        // So many samples, one after another, were each the sum of shares of the renderings that add up to one …
        #expect(result["unexplained"] == 0)
        #expect(result["missing"] == 0)
        // … and of one of them alone, but for the fades.
        #expect(report.compactMap { $0.number } == [0, 1, 2])
        try expectQuiet()
    }

    @Test func `Levels can be matched, and not`() throws {
        let gains = report.rates[0].renderings.map(\.matchingGainDecibels)
        let levels = try (0..<3).map { try page.number("comparison.deck.channels[\($0)].level") }
        for (gain, level) in zip(gains, levels) {
            #expect(abs(20 * log10(level) - gain) < 0.001)
        }
        try page.click("#levels")
        #expect(try page.value("comparison.deck.channels.every(({ level }) => level === 1)") == true)
        try expectQuiet()
    }

    @Test func `Blind, names and images are hidden and the order is any`() throws {
        try page.click("#blind")
        #expect(try page.text(".rows") == (1...3).map { "\($0)Rendering \($0)hidden while you listen" }.joined())
        #expect(try page.value("[...comparison.order].sort()") == .array([0, 1, 2]))
        #expect(try page.text("#figures") == "Hidden while you listen.")
        #expect(try page.value("document.getElementById('trial-a').textContent") == "Rendering 1Rendering 2Rendering 3")
        try page.click("#blind")
        #expect(try page.text(".row:nth-child(1) .name") == report.rates[0].renderings[0].name)
        try expectQuiet()
    }

    @Test func `A trial keeps score and reveals at the end`() throws {
        try page.click("#trial-start")
        #expect(try page.value("document.getElementById('blind').checked") == true)
        for name in ["a", "b"] {
            let shown = "document.getElementById('trial-\(name)').value"
            #expect(try page.value("\(shown) === String(comparison.order.indexOf(comparison.trial.\(name)))") == true)
        }
        for round in 1...6 {
            let isA = try page.value("comparison.trial.x === comparison.trial.a") == true
            try page.press("a", code: 65)
            #expect(try page.value("comparison.deck.chosen === comparison.trial.a") == true)
            try page.press("x", code: 88)
            #expect(try page.value("comparison.deck.chosen === comparison.trial.x") == true)
            // The rows would tell: they are closed.
            try page.press("1", code: 49)
            #expect(try page.value("document.getElementById('hear-x').ariaPressed") == "true")
            // Five right answers and a wrong one.
            try page.click(isA == (round < 6) ? "#answer-a" : "#answer-b")
        }
        let score = try page.text("#score")
        #expect(score == "Wrong: 5 of 6 right; guessing does as well with probability 0.109.")
        try page.click("#trial-end")
        #expect(try page.text("#score").hasPrefix("A was \(report.rates[0].renderings[0].name), B was "))
        #expect(try page.value("document.getElementById('blind').checked") == false)
        try expectQuiet()
    }

    @Test func `Nothing but the figures is wider than the window`() throws {
        try page.look(width: 360, height: 800, isDark: false)
        try page.wait(for: "innerWidth === 360")
        #expect(try page.number("document.documentElement.scrollWidth") <= 360)
        try expectQuiet()
    }

    @Test(arguments: [(0, 0, 1.0), (1, 1, 0.5), (0, 5, 1), (5, 5, 1.0 / 32), (9, 10, 11.0 / 1024), (40, 80, 0.5445)])
    func `The score's probability is the binomial one`(right: Int, total: Int, probability: Double) throws {
        let value = try page.number("Trial.binomialTail(\(right), \(total))")
        #expect(abs(value - probability) < 0.0001)
    }

    @Test func `Every control has a name and can be reached by keyboard`() throws {
        let nameless = try page.value(
            """
            [...document.querySelectorAll("button, input, select, video, [role=region]")].filter((control) =>
              !(control.ariaLabel || control.getAttribute("aria-labelledby") || control.labels?.length
                || control.textContent.trim())).map((control) => control.outerHTML)
            """
        )
        #expect(nameless == .array([]))
        try page.value("ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)")
        #expect(try page.value("ids.filter((id, index) => ids.indexOf(id) !== index)") == .array([]))
        #expect(try page.value("[...document.images].every((image) => image.alt !== '')") == true)
        try page.value("document.querySelector('.row:nth-child(2) .choose').focus()")
        try page.press("Enter", code: 13)
        try page.wait(for: "comparison.deck.chosen === 1")
        try expectQuiet()
    }
}
