/// Texts as a script of libass, which shapes any script of the world, and takes from other fonts what one lacks.
struct SubtitleScript {
    let texts: [FrameText]
    let look: MarkLook

    /// All of it, shown for ever.
    var script: String {
        let (size, margin) = (look.size, look.margin)
        let style = "&H00FFFFFF,&H00FFFFFF,&H70000000,&H70000000,0,0,0,0,100,100,0,0,3,\(look.border),0"
        let head = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: \(look.width)
            PlayResY: \(look.height)
            WrapStyle: 0
            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
            Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
            MarginR, MarginV, Encoding
            Style: text,\(MarkLook.font),\(size),\(style),7,\(margin),\(margin),\(margin),1
            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

            """
        let events = texts.map { text in
            let place = "{\\an\(Self.number(of: text.place))}"
            return "Dialogue: 0,0:00:00.00,9:59:59.99,text,,0,0,0,,\(place)\(Self.plain(text.text))\n"
        }
        return head + events.joined()
    }

    /// As the keys of a keyboard's block of numbers lie: 7 is the top left.
    private static func number(of place: FrameText.Place) -> Int {
        let index = FrameText.Place.allCases.firstIndex(of: place) ?? 0
        return (2 - index / 3) * 3 + index % 3 + 1
    }

    /// Nothing of a text is a command: braces are escaped, and behind a backslash comes a joiner of no width.
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": plain += "\\\u{2060}".unicodeScalars
            case "{", "}":
                plain.append("\\")
                plain.append(scalar)
            case "\n": plain += "\\N".unicodeScalars
            default: if scalar.value >= 32 { plain.append(scalar) }
            }
        }
        return String(plain)
    }
}
