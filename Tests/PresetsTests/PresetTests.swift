import Composition
import Export
import MediaFormats
import MediaTime
import Presets
import Testing
import TimeStretch

@Suite struct PresetTests {
    /// Editors of Windows write one.
    @Test func `A byte order mark is no part of a preset`() throws {
        let preset = try Preset(parsing: "\u{FEFF}summary: Slow\nrate: 1/4\n", file: "marked.yaml")
        #expect(preset.rate == PlaybackRate(1, 4))
    }

    @Test func `Every key is read`() throws {
        let preset = try Preset(
            parsing: """
                # A comment for people.
                summary: All of it
                rate: 1/4
                trim: 1s..at+2s
                edits:
                  - 2s..4s@1/4
                  - at-1s..at@1..1/4 smooth
                  - 2s..4s*3 boomerang
                repeat: 2
                boomerang: True
                frame-rate: 29.97
                in-between: motion
                pitch: time-domain
                mute-reversed: true
                deinterlace: on
                stabilise: light
                filter: eq=contrast=1.1
                video-codec: hevc
                quality: 20
                encoder-preset: slow
                timecode: 10:00:00;00
                audio-codec: opus
                """,
            file: "all.yaml"
        )
        #expect(preset.summary == "All of it")
        #expect(preset.rate == PlaybackRate(1, 4))
        #expect(preset.trim?.description == "1s..at+2s")
        #expect(preset.edits.map(\.description) == ["2s..4s@1/4", "at-1s..at@1..1/4 smooth", "2s..4s*3 boomerang"])
        #expect(preset.times == 2)
        #expect(preset.isBoomerang == true)
        #expect(try preset.timing == .constant(FrameRate(parsing: "30000/1001")))
        #expect(preset.pitch == .timeDomain)
        #expect(preset.mutesReversed == true)
        #expect(preset.deinterlacing == .always)
        #expect(preset.stabilisation == .light)
        #expect(preset.inBetween == .motion)
        #expect(preset.filter == "eq=contrast=1.1")
        #expect(preset.videoCodec == .hevc)
        #expect(preset.quality == 20)
        #expect(preset.encoderPreset == "slow")
        #expect(preset.timecode == Timecode("10:00:00;00"))
        #expect(preset.audioCodec == .opus)
        #expect(preset.isAnchored)
    }

    @Test func `Nobody has to say what a preset is for`() throws {
        let preset = try Preset(parsing: "rate: 1/2\n", file: "x")
        #expect(preset.summary.isEmpty && preset.rate == PlaybackRate(1, 2))
    }

    @Test func `Numbers are exact, whatever YAML calls them`() throws {
        let preset = try Preset(parsing: "summary: x\nconform: 23.976\nedits: [..@0.1]\n", file: "x")
        #expect(preset.conform == FrameRate(24000, 1001))
        #expect(preset.edits == [try Edit(parsing: "..@1/10")])
        #expect(!preset.isAnchored)
    }

    @Test func `A word in quotes is a text, whatever YAML has it mean`() throws {
        #expect(try Preset(parsing: "summary: '~'\n", file: "x").summary == "~")
    }

    @Test(arguments: [
        ("", "p.yaml:1: the file is empty", nil),
        ("# only a comment\n", "p.yaml:1: the file is empty", nil),
        ("- a\n- b\n", "p.yaml:1: a preset is a list of 'key: value' lines", nil),
        ("summary: x\nrte: 1/2\n", "p.yaml:2: there is no key 'rte'", "did you mean 'rate'?"),
        ("summary: x\nframerate: 30\n", "p.yaml:2: there is no key 'framerate'", "did you mean 'frame-rate'?"),
        ("summary: x\nrate: fast\n", "p.yaml:2: rate: 'fast': a rate is written 0.5, 1/4, 25% or 2x", nil),
        ("summary: x\n\nrate:\n", "p.yaml:3: 'rate' takes one value", nil),
        ("summary: ~\nrate: 1/2\n", "p.yaml:1: 'summary' takes one value", nil),
        ("summary: null\n", "p.yaml:1: 'summary' takes one value", nil),
        ("summary: x\nfilter: ~\n", "p.yaml:2: 'filter' takes one value", nil),
        ("summary: x\nrate: [1, 2]\n", "p.yaml:2: 'rate' takes one value", nil),
        ("summary: x\nedits: 1s..2s@1/2\n", "p.yaml:2: 'edits' is a list: '- 2s..4s@1/4' below it, line by line", nil),
        (
            "summary: x\nedits:\n  - 1s..2s@1/2\n  - 2s..3s@1..x\n",
            "p.yaml:4: edits: 'x' in '2s..3s@1..x': a rate is written 0.5, 1/4, 25% or 2x\n  2s..3s@1..x\n            ^",
            nil
        ),
        ("summary: x\nrepeat: 0\n", "p.yaml:2: repeat: '0': it is played 1 to 1000 times", nil),
        ("summary: x\nmute-reversed: perhaps\n", "p.yaml:2: mute-reversed: 'perhaps' is neither true nor false", nil),
        ("summary: x\nquality: good\n", "p.yaml:2: quality: 'good' is not a whole number", nil),
        (
            "summary: x\npitch: varispeeed\n",
            "p.yaml:2: pitch: there is no 'varispeeed'; choose one of spectral, spectral:fast, spectral:rubberband, "
                + "time-domain, varispeed, low-latency, mute", "did you mean 'varispeed'?"
        ),
        (
            "summary: x\nrate: 1/2\nconform: 30\n",
            "p.yaml:1: 'rate' and 'conform' both say how fast it is played: keep one of them", nil
        ),
    ])
    func `What no preset has is refused with its line`(text: String, message: String, hint: String?) {
        #expect {
            try Preset(parsing: text, file: "p.yaml")
        } throws: { error in
            let error = error as? PresetError
            return error?.code == .malformed && error?.message == message && error?.hint == hint
        }
    }

    @Test(arguments: [
        "summary: x\nrate: 1/2\nrate: 1/4\n", "summary: [\n", "summary: x\n\trate: 1\n", "a: &a [*a]\n",
        "summary: \"\n",
        "? [a]\n: b\n", "summary: !!binary x\nrate: *none\n", "\u{0}", "%YAML 9.9\n---\n", "a: b: c\n",
        "--- a\n--- b\n",
    ])
    func `What is no YAML is refused, naming the file`(text: String) {
        #expect {
            try Preset(parsing: text, file: "p.yaml")
        } throws: { error in
            guard let error = error as? PresetError else { return false }
            return error.code == .malformed && error.message.hasPrefix("p.yaml") && !error.message.contains("\n")
        }
    }

    @Test(arguments: [
        ("half-sped", "half-speed"), ("broadcast25", "broadcast-25"), ("VOICE", "voice"), ("zzzzzz", nil), ("", nil),
    ])
    func `The nearest word is found, and no other`(text: String, nearest: String?) {
        let words = ["half-speed", "quarter-speed", "voice", "broadcast-25"]
        #expect(Spelling.nearest(to: text, of: words) == nearest)
    }

    @Test func `A codec may be named with its quality, which a key of its own replaces`() throws {
        let preset = try Preset(parsing: "summary: x\nvideo-codec: prores:lt\n", file: "x")
        #expect(preset.videoCodec == .prores && preset.quality == 1)
        let other = try Preset(parsing: "summary: x\nquality: 2\nvideo-codec: prores:lt\n", file: "x")
        #expect(other.quality == 2)
    }

    @Test func `One of so many frames is a choice of rate`() throws {
        let preset = try Preset(parsing: "summary: x\nframe-rate: passthrough/2\n", file: "x")
        #expect(preset.timing == .decimated(every: 2))
        for text in ["passthrough/1", "passthrough/", "passthrough/-2", "passthrough/two"] {
            #expect(throws: ParseError.self) { try FrameRateChoice(parsing: text) }
        }
    }

    @Test func `What one preset does not say, the one below it does`() throws {
        let full = try Preset(
            parsing: """
                summary: All of it
                rate: 1/4
                trim: 1s..2s
                edits: [1s..2s@1/4]
                frame-rate: 30
                in-between: blend
                pitch: time-domain
                repeat: 2
                boomerang: true
                plays: 3
                mute-reversed: true
                for: social
                crop: 9:16
                flip: horizontal
                rotate: 90
                size: 50%
                fit: fill
                deinterlace: on
                stabilise: light
                filter: hqdn3d
                zoom: [1s..2s@1..3]
                text: ["A: B at top"]
                burn: timecode, frame
                hdr: sdr
                video-codec: hevc
                quality: 20
                encoder-preset: slow
                timecode: 10:00:00:00
                audio-codec: opus
                record:
                  quality: 3
                """,
            file: "full.yaml"
        )
        // A value that is added later is not to be forgotten here.
        let missing = Mirror(reflecting: full).children.filter { "\($0.value)" == "nil" }.map(\.label)
        #expect(missing == ["conform"])
        #expect(Preset().filled(from: full, for: .mp4) == full)
        var other = Preset()
        other.conform = try FrameRate(parsing: "30")
        other.videoCodec = .h264
        other.quality = 1
        #expect(full.filled(from: other, for: .mp4) == full)
        let both = other.filled(from: full, for: .mp4)
        #expect(both.rate == nil && both.conform == other.conform)
        #expect(both.videoCodec == .h264 && both.quality == 1 && both.encoderPreset == nil)
        #expect(both.edits == full.edits && both.size == full.size)
    }
    /// Whether a preset's quality is of use below another one. The codec in force is named, or follows from what it is made for or from
    /// the container.
    @Test(
        arguments: [
            ("for: social", "for: archive", .mkv, false), ("for: social", "for: editing", .mov, false),
            ("for: social", "for: phone", .mp4, false), ("for: social", "video-codec: h264", .mp4, true),
            ("for: social", "video-codec: hevc", .mp4, false), ("for: social", "rate: 1/2", .mkv, true),
            ("for: social", "for: as-source", .mp4, true), ("for: social", "for: as-source", .webm, false),
            ("video-codec: h264", "for: phone", .mp4, true), ("rate: 1", "video-codec: h264", .mp4, true),
            ("for: social", "hdr: keep", .mp4, false), ("rate: 1", "video-codec: h264", .webm, false),
            ("rate: 1", "for: phone", .mp4, false),
        ] as [(String, String, Container, Bool)]
    )
    func `Another codec than the one in force drops the quality`(
        below: String,
        above: String,
        container: Container,
        isKept: Bool
    ) throws {
        let lower = try Preset(parsing: "\(below)\nquality: 21\nencoder-preset: slow\n", file: "below")
        let filled = try Preset(parsing: above, file: "above").filled(from: lower, for: container)
        #expect(filled.quality == (isKept ? 21 : nil))
        #expect(filled.encoderPreset == (isKept ? "slow" : nil))
    }

    @Test func `Texts are written so that they are read back`() throws {
        let texts = try PresetTexts(
            parsing: "summary: x\nboomerang: TRUE\ntext: ['R&D and *D* at top']",
            file: "a.yaml"
        )
        #expect(texts.values["boomerang"] == .flag(true))
        #expect(texts.values["text"] == .list(["R&D and *D* at top"]))
        #expect(try PresetTexts(parsing: texts.yaml(name: "a"), file: "a.yaml") == texts)
    }
}
