internal import MediaFormats

/// A line that tells a running recording to do something.
enum RecordingOrder: Hashable, Sendable {
    /// `trigger`, or nothing.
    case trigger
    /// `still`, or `s`.
    case still
    /// `mark` or `m`, alone or with a title.
    case mark(title: String?)
    /// `set NAME VALUE`, or `set NAME=VALUE …`; `zoom 2x`, `zoom 2x 3s` and `zoom stop`.
    case set(ControlRequest)
    /// `key=text`
    case tag(MetadataItem)
    /// `stop`, or `q`.
    case end
    /// `2: stop`: an order for one camera of several.
    indirect case only(camera: Int, RecordingOrder)

    /// What can be written.
    static let help =
        "trigger (or an empty line) triggers, still (s) takes a still, mark TITLE (m) marks, set NAME VALUE sets a control, "
        + "zoom 2x 3s zooms, zoom stop ends that, "
        + "key=text is stored, stop (q) ends it; '2: stop' is for camera 2 only."

    /// `nil` for any other line.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        let rest = words.first.map { line.drop { $0 == " " }.dropFirst($0.count + 1) }.map(String.init) ?? ""
        if let first = words.first, first.last == ":", let camera = Int(first.dropLast()) {
            guard let order = RecordingOrder(rest), !rest.isEmpty else { return nil }
            if case .only = order { return nil }
            self = .only(camera: camera, order)
            return
        }
        switch (words.first, words.count) {
        case (nil, _), ("trigger", 1): self = .trigger
        case ("still", 1), ("s", 1): self = .still
        case ("mark", 1), ("m", 1): self = .mark(title: nil)
        case ("mark", _), ("m", _): self = .mark(title: rest)
        case ("stop", 1), ("q", 1): self = .end
        case ("set", 2...):
            guard let settings = Self.settings(words.dropFirst()) else { return nil }
            self = .set(ControlRequest(words: settings))
        case ("zoom", 2), ("zoom", 3):
            let time = words.count == 3 ? String(words[2]) : nil
            if let time, (try? OptionParsing.duration(time)) == nil { return nil }
            self = .set(ControlRequest(words: ["zoom=\(words[1])"], time: time))
        default:
            guard let tag = try? OptionParsing.tag(line) else { return nil }
            self = .tag(tag)
        }
    }

    /// `NAME=VALUE` for each; the values of menus may have several words.
    private static func settings(_ words: ArraySlice<Substring>) -> [String]? {
        guard let name = words.first else { return nil }
        if name.contains("=") {
            return words.allSatisfy { $0.contains("=") } ? words.map(String.init) : nil
        }
        let value = words.dropFirst().joined(separator: " ")
        return value.isEmpty ? nil : ["\(name)=\(value)"]
    }
}
