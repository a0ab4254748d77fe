internal import Yams

/// A preset as texts: the values of its keys, as they are typed as options of the same names.
public struct PresetTexts: Hashable, Sendable {
    /// A value.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// An option that is there.
        case flag(Bool)
        /// Several texts.
        case list([String])
    }

    /// The keys of a preset for exports.
    public static let keys = Set(PresetKey.allCases.filter { $0 != .record }.map(\.rawValue))
    /// Those whose values are lists.
    private static let lists = Set([PresetKey.edits, .zoom, .text].map(\.rawValue))

    /// The values, by key.
    public var values: [String: Value] = [:]

    /// What is for recordings, as lines of YAML; `nil` for nothing.
    public var recording: String?

    /// No values.
    public init() {}

    /// Reads the keys of a preset for exports, and keeps what is for recordings as it is.
    ///
    /// - Throws: ``PresetError`` where it is no preset.
    public init(parsing text: String, file: String) throws(PresetError) {
        _ = try Preset(parsing: text, file: file)
        for entry in try PresetReader(file: file).entries(of: text, PresetKey.self, elsewhere: [], "") {
            switch entry.node {
            case .scalar(let scalar):
                if entry.key == .muteReversed || entry.key == .boomerang {
                    values[entry.key.rawValue] = .flag(PresetReader.flag(scalar.string) == true)
                } else {
                    values[entry.key.rawValue] = .text(scalar.string)
                }
            case .sequence(let sequence):
                values[entry.key.rawValue] = .list(sequence.compactMap { $0.scalar?.string })
            case .mapping where entry.key == .record: recording = try? serialize(node: entry.node)
            default: break
            }
        }
    }

    /// As YAML: a key a line; a single text of what is a list is a list of one. Texts are quoted, so that they mean nothing but themselves.
    ///
    /// - Throws: ``PresetError`` where it would be no preset.
    public func yaml(name: String) throws(PresetError) -> String {
        var lines: [String] = []
        for (key, value) in values.sorted(by: {
            ($0.key == "summary" ? 0 : 1, $0.key) < ($1.key == "summary" ? 0 : 1, $1.key)
        }) {
            switch value {
            case .text(let text) where Self.lists.contains(key): lines += ["\(key):", "  - \(Self.quoted(text))"]
            case .text(let text): lines.append("\(key): \(Self.quoted(text))")
            case .flag(let isSet): lines.append("\(key): \(isSet)")
            case .list(let texts): lines += ["\(key):"] + texts.map { "  - \(Self.quoted($0))" }
            }
        }
        if let recording {
            lines.append("\(PresetKey.record.rawValue):")
            lines += recording.split(separator: "\n").map { "  \($0)" }
        }
        let text = lines.joined(separator: "\n") + "\n"
        _ = try Preset(parsing: text, file: name)
        return text
    }

    private static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control || !(scalar.value < 0x10000):
                let digits = String(scalar.value, radix: 16)
                quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}
