public import Presets

/// An edit as a front end holds it, with its texts as people type them. It becomes a command line, and nothing else says what it
/// means.
public struct EditDocument: Codable, Hashable, Sendable {
    /// An instant that becomes a chapter.
    public struct Mark: Codable, Hashable, Sendable {
        /// As it is typed (source time).
        public var time: String
        /// What the chapter is called.
        public var title: String

        /// A mark.
        public init(time: String, title: String) { (self.time, self.title) = (time, title) }
    }

    /// The value of an option, as presets have it.
    public typealias Value = PresetTexts.Value

    /// The session's numbers of the clips: one, or two that are shown together.
    public var clips: [Int] = []
    /// Where the part begins that is played; `nil` for the beginning.
    public var start: String?
    /// Where it ends; `nil` for the end.
    public var end: String?
    /// The edits, in the form that they are typed in.
    public var edits: [String] = []
    /// How audio is stretched; `nil` for the usual way.
    public var pitch: String?
    /// New markers.
    public var marks: [Mark] = []
    /// Other options, by their names without dashes.
    public var settings: [String: Value] = [:]
    /// The name of the result's file; `nil` for one that is made from the clip's.
    public var output: String?
    /// How two clips lie to each other; `nil` for side by side.
    public var layout: String?
    /// The instants of two clips that are shown together; `nil` where that is not said.
    public var at: [String]?
    /// A preset's name.
    public var preset: String?

    /// An empty document.
    public init() {}

    private enum CodingKeys: String, CodingKey {
        case clips, start = "in", end = "out", edits, pitch, marks, settings, output, layout, at, preset
    }

    /// Reads a document; what is missing is empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        clips = try values.decodeIfPresent([Int].self, forKey: .clips) ?? []
        start = try values.decodeIfPresent(String.self, forKey: .start)
        end = try values.decodeIfPresent(String.self, forKey: .end)
        edits = try values.decodeIfPresent([String].self, forKey: .edits) ?? []
        pitch = try values.decodeIfPresent(String.self, forKey: .pitch)
        marks = try values.decodeIfPresent([Mark].self, forKey: .marks) ?? []
        settings = try values.decodeIfPresent([String: Value].self, forKey: .settings) ?? [:]
        output = try values.decodeIfPresent(String.self, forKey: .output)
        layout = try values.decodeIfPresent(String.self, forKey: .layout)
        at = try values.decodeIfPresent([String].self, forKey: .at)
        preset = try values.decodeIfPresent(String.self, forKey: .preset)
    }

    /// The document without spaces around its texts, and without texts and settings that say nothing.
    public var normalised: EditDocument {
        func filled(_ text: String?) -> String? {
            guard let text else { return nil }
            let trimmed = text.trimmed
            return trimmed.isEmpty ? nil : trimmed
        }
        var document = self
        (document.start, document.end, document.pitch) = (filled(start), filled(end), filled(pitch))
        (document.output, document.layout, document.preset) = (filled(output), filled(layout), filled(preset))
        document.edits = edits.compactMap(filled)
        document.marks = marks.map { Mark(time: $0.time.trimmed, title: $0.title.trimmed) }
        document.at = at.map { $0.map(\.trimmed) }
        document.settings = settings.compactMapValues { value in
            switch value {
            case .text(let text): filled(text).map(Value.text)
            case .flag(let isSet): isSet ? value : nil
            case .list(let texts): texts.compactMap(filled).isEmpty ? nil : .list(texts.compactMap(filled))
            }
        }
        return document
    }

    /// Whether it sets nothing: it has no more than a clip.
    public var isUntouched: Bool {
        var rest = normalised
        rest.clips = []
        return clips.count < 2 && rest == EditDocument()
    }
}

extension PresetTexts.Value: Codable {
    /// Reads a text, a number, `true` or `false`, or a list of texts.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int.self) {
            self = .text("\(number)")
        } else if let number = try? value.decode(Double.self) {
            self = .text("\(number)")
        } else if let list = try? value.decode([String].self) {
            self = .list(list)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    /// Writes what it reads.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .flag(let flag): try value.encode(flag)
        case .list(let list): try value.encode(list)
        }
    }
}

extension String {
    /// Without white space at its ends.
    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
