import Testing

@testable import Export

@Suite struct ConcurrentCuesTests {
    typealias Cues = ConcurrentCues<Int>

    /// Each cue as its start, its end and the texts that are shown together.
    private func pieces(_ cues: (start: Int, end: Int?, text: String)...) -> [String] {
        var concurrent = Cues()
        var over: [Cues.Cue] = []
        for cue in cues {
            let line = DialogueLine("0,0,Default,,0,0,0,,\(cue.text)")
            over += concurrent.add(Cues.Cue(start: cue.start, end: cue.end, lines: [line]))
        }
        return (over + concurrent.finish()).map { cue in
            "\(cue.start)-\(cue.end.map(String.init) ?? "") " + cue.lines.map { String($0.text) }.joined(separator: "+")
        }
    }

    @Test func `Cues that follow one another stay as they are`() {
        #expect(pieces((0, 2, "a"), (2, 3, "b"), (5, 6, "c")) == ["0-2 a", "2-3 b", "5-6 c"])
    }

    @Test func `What is shown together is a cue of its own`() {
        #expect(pieces((0, 4, "a"), (2, 6, "b")) == ["0-2 a", "2-4 a+b", "4-6 b"])
        #expect(pieces((0, 9, "a"), (2, 4, "b"), (4, 5, "c")) == ["0-2 a", "2-4 a+b", "4-5 a+c", "5-9 a"])
    }

    @Test func `Cues that begin together are one`() {
        #expect(pieces((1, 3, "a"), (1, 3, "b")) == ["1-3 a+b"])
        #expect(pieces((1, 2, "a"), (1, 3, "b"), (1, 3, "c")) == ["1-2 a+b+c", "2-3 b+c"])
    }

    @Test func `A cue without an end is shown until the next one begins`() {
        #expect(pieces((0, nil, "a"), (3, 5, "b"), (6, nil, "c")) == ["0-3 a", "3-5 b", "6- c"])
        #expect(pieces((0, 5, "a"), (3, nil, "b")) == ["0-3 a", "3-5 a+b", "5- b"])
    }

    @Test func `A cue that begins before the one that came before it does not go back`() {
        #expect(pieces((4, 6, "a"), (2, 8, "b")) == ["4-6 a+b", "6-8 b"])
        #expect(pieces((4, 6, "a"), (1, 3, "b")) == ["4-6 a"])
    }

    @Test func `Nothing comes of nothing`() { #expect(pieces().isEmpty) }
}

@Suite struct DialogueLineTests {
    @Test func `The text is the ninth field, with its commas`() {
        #expect(DialogueLine("0,0,Default,,0,0,0,,Yes, of course").text == "Yes, of course")
        #expect(DialogueLine("0,0,Default").isEmpty)
        let marked = DialogueLine(#"0,0,Default,,0,0,0,,{\b1}I <3{\b0} & {that"#)
        let text = DialogueLine("0,0,Default,,0,0,0,,{1 < 2} tail", styles: ["Default"])
        #expect(text.escapedForWebVTT == "0,0,Default,,0,0,0,,{1 &lt; 2} tail")
        #expect(marked.escapedForWebVTT == #"0,0,Default,,0,0,0,,{\b1}I &lt;3{\b0} &amp; {that"#)
        #expect(DialogueLine("0,0,Default,,0,0,0,, ").isEmpty)
    }

    @Test func `Lines are joined one below the other, and marks end with the upper one`() {
        let lines = [#"0,0,Default,,0,0,0,,{\i1}Up"#, "1,0,Other,,0,0,0,,Down"].map { DialogueLine($0) }
        #expect(DialogueLine.joined(lines)?.line == #"0,0,Default,,0,0,0,,{\i1}Up\N{\r}Down"#)
        #expect(DialogueLine.joined([]) == nil)
    }

    @Test func `Shapes are no text`() {
        let shape = DialogueLine(#"0,0,Default,,0,0,0,,{\p1}m 0 0 l 9 9{\p0}"#, styles: ["Default"])
        #expect(shape.isEmpty)
        let both = DialogueLine(#"0,0,Default,,0,0,0,,{\pos(1,2)}A {\p2\bord0}m 0 0{\p0}B"#, styles: ["Default"])
        #expect(both.text == #"{\pos(1,2)}A {\p2\bord0}{\p0}B"#)
    }

    @Test(arguments: [
        ("Sign", "Sign"), ("Sign ", "Sign"), ("*Sign", "Sign"), ("Default ", "Default"), ("Gone", "Default"),
    ])
    func `A style that there is not is the default`(style: String, found: String) {
        let line = DialogueLine("0,0,\(style),,0,0,0,,Text", styles: ["Sign", "Default"])
        #expect(line.line == "0,0,\(found),,0,0,0,,Text")
    }
}

extension DialogueLine {
    /// A line whose style is one that there is.
    fileprivate init(_ line: String) { self.init(line, styles: ["Default", "Other"]) }
}
