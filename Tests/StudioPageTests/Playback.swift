/// What the page has shown while it played. Between two looks of a test much may have gone by, however often it looks: so the page
/// itself takes notes.
enum Playback {
    static let script = """
        (() => {
          const play = document.getElementById("play");
          const target = document.getElementById("target");
          window.played = [];
          new MutationObserver(() => {
            const isOn = play.ariaPressed === "true";
            if (isOn && !window.played.at(-1)?.isOn) window.played.push({ least: Infinity, pictures: new Set() });
            const run = window.played.at(-1);
            if (run) run.isOn = isOn;
            if (!isOn) return;
            const [minutes, seconds] = target.value.split(" of ")[0].split(":").map(Number);
            run.least = Math.min(run.least, minutes * 60 + seconds || Infinity);
            for (const name of ["a", "b"]) run.pictures.add(`${name}: ${document.getElementById(`picture-${name}`).ariaLabel}`);
          }).observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true });
        })()
        """

    /// Whether it has played so many times, and has stopped.
    static func isOver(_ count: Int) -> String { "window.played.length === \(count) && !window.played.at(-1).isOn" }

    /// Whether it plays for the so manyth time, and has been before an instant of the result, in seconds.
    static func isBefore(_ instant: Double, playing count: Int) -> String {
        "window.played.length === \(count) && window.played.at(-1).least < \(instant)"
    }

    /// Whether a picture (`a`, `b`) was empty for a time when it played last.
    static func wasEmpty(_ picture: String) -> String {
        """
        [...window.played.at(-1).pictures].some((label) => label.startsWith("\(picture): ") && label.endsWith("not shown at this time"))
        """
    }
}
