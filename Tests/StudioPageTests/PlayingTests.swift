import BrowserSupport
import TestSupport
import Testing

/// The result is played before it is exported: what is heard and what is seen.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .serialized,
    .endsIfItHangs
)
struct PlayingTests {
    let studio: RunningStudio
    let page: BrowserPage

    init() throws {
        studio = try RunningStudio()
        page = try studio.page(Chromium(executable: #require(Chromium.path)), lettingScriptsIn: true)
    }

    private let isPlaying = "document.getElementById('play').ariaPressed === 'true'"

    /// The place in the result that is shown, in seconds.
    private let target = """
        (([minutes, seconds]) => minutes * 60 + Number(seconds))(document.getElementById("target").value.split(" of ")[0].split(":"))
        """

    private func setRate(_ rate: String) throws {
        try page.value("(() => { const field = document.getElementById('rate'); field.focus(); field.select(); })()")
        try page.type(rate)
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).includes('--rate \(rate)')")
    }

    @Test func `What is heard is one rendering from the beginning to the end, without a gap or a seam`() throws {
        try page.value(Listener.script)
        try setRate("1/2")
        try page.value(Playback.script)
        try page.press(" ", code: 32)
        try page.wait(for: Playback.isOver(1))
        let heard = try page.value(Listener.comparison)
        #expect(heard["strange"] == 0)
        #expect(heard["algorithms"] == ["spectral"])
        let (place, length) = (heard["place"]?.number ?? 0, heard["length"]?.number ?? .infinity)
        // The last block is filled up with silence.
        #expect(place >= length - 4800 && place <= length + 128)
        #expect(page.complaints.isEmpty)
    }

    private func go(to time: String) throws {
        try page.value("document.getElementById('go').focus()")
        try page.type(time)
        try page.press("Enter", code: 13)
        // The keys are the page's again.
        try page.value("document.activeElement.blur()")
    }

    @Test func `At its end playing begins again, a mark leaves it alone, and going somewhere ends it`() throws {
        // Each frame lasts longer than a sixtieth of a second.
        try setRate("1/8")
        try go(to: "420f")
        try page.value(Playback.script)
        try page.press(" ", code: 32)
        try page.wait(for: Playback.isOver(1))
        #expect(try page.number(Shown.frame) == 479)
        try page.press(" ", code: 32)
        try page.wait(for: Playback.isBefore(8, playing: 2))
        try page.press("m", code: 77)
        #expect(try page.value(isPlaying) == true)
        try go(to: "300f")
        #expect(try page.value("!(\(isPlaying)) && \(Shown.frame) === 300") == true)
        // Without sound, and without a result, and again and again.
        try page.press("r", code: 82)
        try page.press("l", code: 76)
        try page.press("m", code: 77)
        #expect(try page.value(isPlaying) == true)
        #expect(page.complaints.isEmpty)
    }

    @Test func `After repetitions playing begins again, and not at the first time of its last frame`() throws {
        try page.value("document.getElementById('new-edit').focus()")
        try page.type("1.8s..*3")
        try page.press("Enter", code: 13)
        try page.wait(for: "\(Shown.command).includes('1.8s..*3')")
        try page.value("document.activeElement.blur()")
        try go(to: "470f")
        try page.value(Playback.script)
        try page.press(" ", code: 32)
        try page.wait(for: Playback.isOver(1))
        try page.press(" ", code: 32)
        try page.wait(for: Playback.isBefore(1.5, playing: 2))
        #expect(page.complaints.isEmpty)
    }

    /// On a slow machine it may become known late which frames are shown.
    @Test func `Where playing has come to the end, the last frame is shown`() throws {
        try setRate("1/2")
        try go(to: "470f")
        try page.value(
            """
            (() => {
              const { fetch } = window;
              const isKnown = new Promise((resolve) => { window.tell = resolve; });
              window.fetch = async (address, options) => {
                if (String(address).includes("/frames?")) await isKnown;
                return fetch(address, options);
              };
            })()
            """
        )
        try page.value(Playback.script)
        try page.press(" ", code: 32)
        // What is heard lasts a tenth of that.
        try page.value("new Promise((resolve) => setTimeout(resolve, 1000))")
        try page.value("window.tell()")
        try page.wait(for: Playback.isOver(1))
        #expect(try page.number(Shown.frame) == 479)
        #expect(page.complaints.isEmpty)
    }

    @Test func `Another algorithm goes on at the same sample`() throws {
        try page.value(Listener.script)
        try setRate("1/2")
        try page.press(" ", code: 32)
        try page.wait(for: "\(target) > 0.8")
        try page.value(
            """
            (() => {
              const choice = document.getElementById("pitch");
              choice.value = "time-domain";
              choice.dispatchEvent(new Event("change"));
            })()
            """
        )
        try page.wait(for: "!(\(isPlaying))")
        let heard = try page.value(Listener.comparison)
        #expect(heard["algorithms"] == ["spectral", "time-domain"])
        // The fade has 256 samples, and need not begin with a block.
        #expect(heard["strange"]?.number ?? .infinity <= 3)
        #expect(page.complaints.isEmpty)
    }

    /// On a slow machine the sound may run out before another algorithm is chosen: nothing is left out that nobody would then ask for.
    @Test func `Another algorithm goes on where the sound has run out`() throws {
        try page.value(
            """
            (() => {
              const { fetch } = window;
              window.fetch = (address, options) => {
                if (!window.isHeld || !String(address).includes("/sound?")) return fetch(address, options);
                return new Promise((_, fail) => options.signal.addEventListener("abort", () => fail(options.signal.reason)));
              };
            })()
            """
        )
        try setRate("1/2")
        try page.press(" ", code: 32)
        try page.wait(for: "\(target) > 0.3")
        try page.value("window.isHeld = true")
        // What is there already lasts 2 s.
        try page.wait(
            for: """
                (() => {
                  const now = \(target);
                  if (window.lastTarget !== now) [window.lastTarget, window.since] = [now, performance.now()];
                  return performance.now() - window.since > 1000;
                })()
                """
        )
        try page.value(
            """
            (() => {
              window.isHeld = false;
              const choice = document.getElementById("pitch");
              choice.value = "time-domain";
              choice.dispatchEvent(new Event("change"));
            })()
            """
        )
        try page.wait(for: "!(\(isPlaying))")
        #expect(page.complaints.isEmpty)
    }

    @Test func `Pictures follow the sound, and are those that they are named`() throws {
        try setRate("1/4")
        try page.press(" ", code: 32)
        var (last, looked) = (-1.0, 0)
        while try page.value(isPlaying) == true {
            let shown = try page.value("[\(target), \(Shown.frame), \(Shown.isExact) ? \(Shown.barcode) : -1]")
            guard let numbers = shown.array?.compactMap(\.number), numbers.count == 3, numbers[0] > 0 else { continue }
            // A picture stands for an eighth of a second at most, where the machine is slow.
            #expect(abs(numbers[1] - numbers[0] * 60) <= 60.0 / 16 + 2)
            #expect(numbers[1] >= last)
            if numbers[2] >= 0 {
                #expect(numbers[2] == numbers[1])
                looked += 1
            }
            last = numbers[1]
        }
        #expect(looked > 0)
        #expect(last > 400)
        #expect(page.complaints.isEmpty)
    }
}
