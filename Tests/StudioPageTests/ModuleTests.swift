import BrowserSupport
import FoundationEssentials
import TestSupport
import Testing

@testable import Studio

/// The page's modules that know nothing of the document, asked directly.
@Suite(
    .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
    .sharedPage,
    .serialized,
    .endsIfItHangs
)
struct ModuleTests {
    let page: BrowserPage

    init() throws {
        page = try #require(SharedPage.holder).page
    }

    /// The value of an expression in which the names of modules stand for them.
    private func value(_ modules: [String], _ expression: String) throws -> JSONValue {
        let names = modules.joined(separator: ", ")
        let imports = modules.map { "import(new URL('page/\($0).js', document.baseURI))" }.joined(separator: ", ")
        let clip =
            "new clip.Clip({ id: 1, frames: 960, durationSeconds: 4, rateSeconds: 240, hasVideo: true, complete: true }, times)"
        return try page.value(
            """
            (async () => {
              const [clip, \(names)] = await Promise.all([import(new URL("page/clip.js", document.baseURI)), \(imports)]);
              const times = Float64Array.from({ length: 960 }, (_, frame) => frame / 240);
              const film = \(clip);
              return \(expression);
            })()
            """
        )
    }

    @Test func `Every file of the page is served as it is`() throws {
        let folder = PackageFolder().path("Sources/StudioServer/Page/Resources")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "index.html" }
        #expect(names.count > 30)
        for name in names {
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            #expect(try page.value("fetch('page/\(name)').then((answer) => answer.text())") == .string(text), "\(name)")
        }
    }

    @Test func `Times are read as the command reads them`() throws {
        let cases: [(String, Double?)] = [
            ("1.5s", 1.5), ("250ms", 0.25), ("00:01:30.5", 90.5), ("01:30", 90), ("3/2s", 1.5), ("360f", 1.5), ("2", 2),
            ("960f", 4), ("961f", nil), ("1:70", nil), ("-1s", nil), ("x", nil), ("", nil),
        ]
        for (text, seconds) in cases {
            #expect(try value(["time"], "time.parseTime('\(text)', film)") == (seconds.map { .number($0) } ?? .null))
        }
    }

    @Test func `Times are written`() throws {
        let cases: [(Double, String)] = [
            (0, "0:00.000"), (59.9996, "1:00.000"), (3600.5, "1:00:00.500"), (-1, "-0:01.000"),
        ]
        for (seconds, text) in cases {
            #expect(try value(["time"], "time.clockText(\(seconds))") == .string(text))
        }
    }

    @Test func `Of a clip that is being read only what is known is written as a frame, and its end is no end yet`()
        throws
    {
        let facts = "id: 1, durationSeconds: 4, rateSeconds: 240, hasVideo: true, complete: false"
        func texts(_ frames: Int, _ frame: Int) throws -> JSONValue {
            try value(
                [],
                """
                ((clip) => [clip.timeOf(\(frame)), clip.edgeText(\(frame), true), clip.edgeText(0, false)])(
                  new clip.Clip({ \(facts), frames: \(frames) }, times.slice(0, 480)))
                """
            )
        }
        #expect(try texts(960, 240) == [1, "240f", ""])
        #expect(try texts(960, 720) == [3, "3s", ""])
        #expect(try texts(960, 960) == [4, "", ""])
        // What is known by now is all that is known of.
        #expect(try texts(480, 480) == [4, "4s", ""])
    }

    @Test func `Where audio begins well before the first frame, the beginning is an edge before that frame`() throws {
        let script = """
            ((late) => {
              const edit = { kind: "rate", from: "10f", to: "20f", rate: "1/2" };
              const limits = handles.limitsOf([edit], 0, late);
              return [
                late.edgeAt(0.2), late.edgeAt(0.8), late.timeOf(-1), late.edgeText(-1, false), late.edgeText(0, false),
                late.edgeText(0, true), handles.movedTo(edit, "start", -1, late, limits).from,
                film.edgeAt(0), film.edgeText(0, false),
              ];
            })(new clip.Clip({ id: 1, frames: 720, durationSeconds: 4, rateSeconds: 240, hasVideo: true, complete: true }, times.slice(240)))
            """
        #expect(try value(["handles"], script) == [-1, 0, 0, "", "0f", "0f", "", 0, ""])
    }

    @Test func `Rates are read`() throws {
        let cases: [(String, Double?)] = [
            ("0.5", 0.5), ("1/4", 0.25), ("25%", 0.25), ("2x", 2), ("0", nil), ("-1", nil),
        ]
        for (text, rate) in cases {
            #expect(try value(["rates"], "rates.parseRate('\(text)')") == (rate.map { .number($0) } ?? .null))
        }
    }

    @Test func `Edits are read, and written as they were`() throws {
        let cases: [String] = [
            "2s..4s@1/4", "1s..2s@1..1/4", "1s..2s@1..1/4 smooth", "2s..4s=8s", "3s+1.5s", "2s..3s@-1/2", "..2s@0.5",
            "480f..@25%",
        ]
        for text in cases {
            #expect(try value(["edits"], "edits.editText(edits.parseEdit('\(text)'))") == .string(text))
        }
    }

    @Test func `What is no edit is read as none`() throws {
        let cases: [String] = ["x", "1s..2s@", "1s..2s@0", "1s..2s@-1..1", "1s..2s=0s", "+1s"]
        for text in cases {
            #expect(try value(["edits"], "edits.parseEdit('\(text)')") == .null)
        }
    }

    @Test func `An edit takes the room that it needs`() throws {
        let cases: [([String], String, [String])] = [
            (["1s..3s@1/2"], "1.5s..2s@1/4", ["1s..1.5s@1/2", "1.5s..2s@1/4", "2s..3s@1/2"]),
            (
                ["0.5s+1s", "1s..2s@1/2", "2s..3s@1/4"], "1.5s..2.5s@1..1/4",
                ["0.5s+1s", "1s..1.5s@1/2", "1.5s..2.5s@1..1/4", "2.5s..3s@1/4"]
            ),
            (["1s..3s@1..1/4"], "1.5s..2s@1/8", ["1s..1.5s@1..1/4", "1.5s..2s@1/8", "2s..3s@1/4"]),
            (["1s..2s@1/2"], "0.5s..3s@1/4", ["0.5s..3s@1/4"]),
            (["1s..2s@1/2"], "1.5s+1s", ["1s..2s@1/2", "1.5s+1s"]),
            (["360f+1s", "2s+1s"], "1.5s+3s", ["1.5s+3s", "2s+1s"]),
            (["1s..3s=4s"], "1.5s..2s@1/4", ["1s..1.5s=1s", "1.5s..2s@1/4", "2s..3s=2s"]),
            (["240f..=7s"], "480f..500f@-1", ["240f..480f=7/3s", "480f..500f@-1", "500f..=161/36s"]),
        ]
        for (list, added, result) in cases {
            let texts = JSONValue.array(result.map { .string($0) })
            let list = "[" + list.map { "'\($0)'" }.joined(separator: ", ") + "]"
            #expect(try value(["edits"], "edits.placed(\(list), '\(added)', film)") == texts)
        }
    }

    @Test func `What an edit sets is said in words`() throws {
        let cases: [(String, String)] = [
            ("edits: ['1s+1s'], clips: [1]", "1 edit"),
            ("edits: [], clips: [1], settings: { rate: '1/2', plays: '3' }", "2 settings"),
            (
                "edits: [], clips: [1, 2], in: '1s', marks: [{}], output: 'a.mp4'",
                "In, 1 mark, the name a.mp4, a second clip"
            ),
        ]
        for (document, words) in cases {
            #expect(try value(["recovery"], "recovery.contents({ \(document) })") == .string(words))
        }
    }

    @Test func `Codecs, plays and rates of capture are offered`() throws {
        let names = try value(["settings"], "settings.groups.flatMap(({ options }) => options).map(({ name }) => name)")
        for name in ["plays", "capture-rate"] { #expect(names.array?.contains(.string(name)) == true) }
        let offersAV1 =
            "settings.groups.flatMap(({ options }) => options).find(({ name }) => name === 'video-codec').choices.includes('av1')"
        #expect(try value(["settings"], offersAV1) == true)
    }

    @Test func `An anchor becomes an instant`() throws {
        let cases: [(String, String)] = [
            ("at-1s..at-0.5s@1..1/4 smooth", "11.4s..11.9s@1..1/4 smooth"), ("at+1.5s", "12.4s+1.5s"),
            ("at+1s+2s", "13.4s+2s"), ("at-00:00:01..at+00:00:01@1/2", "11.4s..13.4s@1/2"),
            ("at-.5s..at+1/2s=3s", "11.9s..12.9s=3s"), ("at-1s..at+1s*3 boomerang", "11.4s..13.4s*3 boomerang"),
            ("at-1s..at+1s@1..3 at 0.4,0.5", "11.4s..13.4s@1..3 at 0.4,0.5"), ("at..@2", "12.4s..@2"),
        ]
        for (text, result) in cases {
            #expect(try value(["edits"], "edits.anchoredEdit('\(text)', 12.4)") == .string(result))
        }
    }

    @Test func `What lies behind the end is left out`() throws {
        let cases: [(String, [String])] = [
            ("3s..9s@1/2", ["3s..@1/2"]), ("4s..9s@1/2", []), ("0s..0s@1/2", []), ("3s..9s*2", ["3s..*2"]),
            ("3s..9s@1..2 at 0.4,0.5", ["3s..@1..2 at 0.4,0.5"]), ("3s+9s", ["3s+9s"]), ("4s+1s", []), ("x", ["x"]),
        ]
        for (text, result) in cases {
            #expect(
                try value(["edits"], "edits.clipped('\(text)', film)") == .array(result.map { .string($0) }),
                "\(text)"
            )
        }
    }

    @Test func `Seconds are written exactly`() throws {
        let cases: [(String, String)] = [
            ("1.5", "1.5s"), ("1 / 3", "1/3s"), ("7 * 1001 / 30000", "7007/30000s"), ("123.456789", "123.456789s"),
        ]
        for (number, text) in cases { #expect(try value(["time"], "time.exactSeconds(\(number))") == .string(text)) }
    }

    @Test func `The map's inverse is its inverse, on ramps, too`() throws {
        let map = """
            [
              { kind: "play", sourceStartSeconds: 0, sourceEndSeconds: 1, targetStartSeconds: 0, targetEndSeconds: 1, rateStart: 1, rateEnd: 1 },
              { kind: "ramp", curve: "smooth", sourceStartSeconds: 1, sourceEndSeconds: 2, targetStartSeconds: 1,
                targetEndSeconds: 2.6, rateStart: 1, rateEnd: 0.25, rampStart: 1, rampEnd: 0.25, partStart: 0, partEnd: 1 },
              { kind: "hold", sourceStartSeconds: 2, sourceEndSeconds: 2, targetStartSeconds: 2.6, targetEndSeconds: 3.6 },
              { kind: "reverse", sourceStartSeconds: 2, sourceEndSeconds: 3, targetStartSeconds: 3.6, targetEndSeconds: 4.6, rateStart: 1, rateEnd: 1 },
            ]
            """
        let back =
            "[0.5, 1.25, 1.5, 1.9, 2.25].map((at) => Math.abs(timemap.sourceAt(map, timemap.targetOf(map, at)) - at))"
        #expect(try value(["timemap"], "((map) => Math.max(...\(back)))(\(map))").number ?? 1 < 1e-9)
        #expect(
            try value(["timemap"], "((map) => [timemap.targetOf(map, 2), timemap.targetOf(map, 9)])(\(map))") == [
                2.6, .null,
            ]
        )
    }

    /// A hold within a ramp, or an in point, makes parts of it.
    @Test func `A part of a ramp plays what the whole does`() throws {
        let found = try value(
            ["timemap"],
            """
            ["linear", "smooth"].map((curve) => {
              const ramp = { kind: "ramp", curve, sourceStartSeconds: 1, sourceEndSeconds: 2, targetStartSeconds: 1, targetEndSeconds: 2.6,
                rampStart: 1, rampEnd: 0.25, partStart: 0, partEnd: 1 };
              const at = (part) => timemap.sourceAt([ramp], 1 + 1.6 * part);
              const part = { ...ramp, sourceStartSeconds: at(0.25), sourceEndSeconds: at(0.75), targetStartSeconds: 1.4, targetEndSeconds: 2.2,
                partStart: 0.25, partEnd: 0.75 };
              return Math.max(...[1.4, 1.5, 1.7, 2, 2.1].map((target) =>
                Math.abs(timemap.sourceAt([part], target) - timemap.sourceAt([ramp], target))));
            })
            """
        )
        guard case .array(let errors) = found else { throw PageError("\(found)") }
        for error in errors { #expect(error.number ?? 1 < 1e-9) }
    }

    @Test(arguments: [
        ("2.004s", "start", 0, "2.004s..4s"), ("2.006s", "start", 100, "2.006s..4s"),
        ("2.004s", "whole", 0, "2.004s..721f"),
        ("2.004s", "start", 500, "500f..4s"),
    ])
    func `An edit that is dragged touches its neighbour, wherever that ends`(
        end: String,
        part: String,
        frame: Int,
        range: String
    ) throws {
        let script = """
            ((list) => {
              const limits = handles.limitsOf(list, 1, film);
              const { from, to } = handles.movedTo(list[1], "\(part)", \(frame), film, limits);
              return `${from}..${to}`;
            })([{ kind: "rate", from: "1s", to: "\(end)", rate: "1/2" }, { kind: "rate", from: "3s", to: "4s", rate: "1/2" }])
            """
        #expect(try value(["handles"], script) == .string(range))
    }

    @Test func `A hold that is dragged goes on among ranges, and stops beside another hold`() throws {
        let script = """
            ((list) => [120, 600, 719, 720, 900].map((frame) =>
              handles.movedTo(list[0], "whole", frame, film, handles.limitsOf(list, 0, film)).from))
            ([{ kind: "hold", from: "1s", to: "1s", seconds: "1s" }, { kind: "hold", from: "3s", to: "3s", seconds: "1s" },
              { kind: "rate", from: "2s", to: "2.5s", rate: "1/2" }])
            """
        #expect(try value(["handles"], script) == ["120f", "600f", "719f", "719f", "719f"])
    }

    @Test func `Messages name the fields of the page, and times as it shows them`() throws {
        let cases: [(String, String)] = [
            (
                "--capture-rate has no effect without --conform (say how many frames a second are to be played: --conform 30)",
                "“Captured frames a second” has no effect without “Every frame, so many a second” "
                    + "(say how many frames a second are to be played: “Every frame, so many a second: 30”)"
            ),
            ("--deinterlace on shows each field", "“Deinterlace: on” shows each field"),
            ("a --frame-rate in numbers chooses", "a “Frame rate” in numbers chooses"),
            ("choose another --pitch, or --pitch mute", "choose another “Pitch”, or “Pitch: mute”"),
            ("name another file with -o", "name another file with “File name”"),
            ("--trim leaves it out", "“In” and “Out” leaves it out"),
            ("overcrank inspect --decode lists all damage", "overcrank inspect --decode lists all damage"),
            ("overlap from 00:00:01.500 to 01:00:02.004", "overlap from 0:01.500 to 1:00:02.004"),
            ("the edit 00:00:01..00:00:02.5@1/2 and a--rate.mp4", "the edit 00:00:01..00:00:02.5@1/2 and a--rate.mp4"),
        ]
        for (message, words) in cases {
            #expect(try value(["words"], "words.worded(`\(message)`)") == .string(words))
        }
    }

    @Test func `The page has a name for every option that an edit can have`() throws {
        let names = EditCommand.settings.subtracting(["at"]).union([
            "trim", "edit", "chapter", "pitch", "at-a", "at-b", "layout",
        ])
        let list = names.sorted().map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try value(["words"], "[\(list)].filter((name) => !words.isNamed(name))") == [])
    }

    @Test func `A part is heard from its first time to its last`() throws {
        let map = """
            [
              { kind: "play", sourceStartSeconds: 0, sourceEndSeconds: 1, targetStartSeconds: 0, targetEndSeconds: 1, rateStart: 1, rateEnd: 1 },
              { kind: "reverse", sourceStartSeconds: 1, sourceEndSeconds: 2, targetStartSeconds: 1, targetEndSeconds: 3, rateStart: 0.5, rateEnd: 0.5 },
              { kind: "hold", sourceStartSeconds: 2, sourceEndSeconds: 2, targetStartSeconds: 3, targetEndSeconds: 4 },
            ]
            """
        let cases: [(String, String)] = [
            ("1, 2", "1, 3"), ("1.25, 1.75", "1.5, 2.5"), ("0.5, 1.5", "0.5, 3"), ("1.5, 2.1", "1, 4"),
        ]
        for (part, span) in cases {
            let found = try value(
                ["timemap"],
                "((span) => `${span.from}, ${span.to}`)(timemap.spanOf(\(map), \(part)))"
            )
            #expect(found == .string(span), "\(part)")
        }
        #expect(try value(["timemap"], "timemap.spanOf(\(map), 2.5, 3)") == .null)
    }

    @Test func `Zooming keeps the place under the pointer, and stays within the clip`() throws {
        let zoomed = try value(
            ["window"],
            "((view) => [view.start, view.end])(new window.TimeWindow(4).zoomed(0.5, 0.25))"
        )
        #expect(zoomed == [0.5, 2.5])
        let beyond = try value(
            ["window"],
            "((view) => [view.start, view.end])(new window.TimeWindow(4, 1, 2).moved(9))"
        )
        #expect(beyond == [3, 4])
    }

    @Test func `A loop goes around, and what begins behind it goes to the end`() throws {
        let places = "[0, 39, 40, 69, 70].map((run) => new course.Course(10, 100, { from: 20, to: 50 }).placeAt(run))"
        #expect(try value(["course"], places) == [10, 49, 20, 49, 20])
        #expect(try value(["course"], "new course.Course(60, 100, { from: 20, to: 50 }).length") == 40)
    }

    @Test func `Of a handle that is being moved only what it has moved is undone`() throws {
        let script = """
            (() => {
              const made = Object.assign(new studio.Studio(), { clip: film, ask() {}, keep() {} });
              made.histories.set(1, new history.History(studio.untouched(film)));
              made.change({ edits: ["1s..2s@1/2"] });
              made.change({ edits: ["1s..3s@1/2"] }, false);
              made.undo();
              const edits = [made.document.edits];
              made.undo();
              return [...edits, made.document.edits];
            })()
            """
        #expect(try value(["studio", "history"], script) == [["1s..2s@1/2"], []])
    }

    @Test func `History undoes and does again, and forgets what was undone`() throws {
        let script =
            "((past) => { past.push(2); past.push(3); past.undo(); past.undo(); past.redo(); past.push(9); return [past.value, past.canRedo, past.past]; })(new history.History(1))"
        #expect(try value(["history"], script) == [9, false, [1, 2]])
        let changed =
            "((past) => { past.push(2); past.undo(); past.change((value) => value * 10); past.redo(); return [past.value, past.past]; })(new history.History(1))"
        #expect(try value(["history"], changed) == [20, [10]])
    }
}
