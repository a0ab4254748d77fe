import BrowserSupport
import Glibc
import TestSupport
import Testing

/// A clip without video is heard and edited, too.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .endsIfItHangs
)
struct SoundOnlyTests {
    @Test func `A clip of sound alone is played, and its place moves`() throws {
        let studio = try RunningStudio(Clip("wav", audio: Clip.Audio("pcm_s16le", samples: 96_000)))
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        #expect(
            try page.value("document.getElementById('facts').textContent") == "48000 Hz, 1 channel, pcm_s16le, no video"
        )
        #expect(try page.value("\(Shown.command).endsWith('-edit.wav')") == true)
        // There is nothing to see.
        #expect(try page.value("['still', 'full'].every((id) => document.getElementById(id).disabled)") == true)
        try page.press("s", code: 83)
        try page.press(" ", code: 32)
        try page.wait(for: "document.getElementById('head').ariaValueNow > 50")
        try page.wait(for: "document.getElementById('play').ariaPressed === 'false'")
        // What plays to the end stops there.
        #expect(try page.value("Number(document.getElementById('head').ariaValueNow) > 190") == true)
        #expect(page.complaints.isEmpty)
        #expect(try page.value("document.getElementById('problem').hidden") == true)
    }

    @Test func `A file that was replaced is opened again when its place is looked at`() throws {
        let studio = try RunningStudio(Clip("wav", audio: Clip.Audio("pcm_s16le", samples: 96_000)))
        let page = try studio.page(Chromium(executable: #require(Chromium.path)))
        let other = try Clip("wav", audio: Clip.Audio("pcm_s16le", samples: 48_000)).write(
            to: studio.scratch,
            as: "other"
        )
        #expect(unsafe rename(other, studio.clip) == 0)
        try page.click("#frame-on")
        try page.wait(
            for: "document.getElementById('problem-words').textContent.includes('was replaced by another file')"
        )
        try page.wait(for: "document.getElementById('target').textContent.includes('0:01.000')")
    }
}
