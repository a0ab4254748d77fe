internal import MediaTime
internal import Yams

/// A key of a preset with its value.
struct PresetEntry<Key: RawRepresentable<String>> {
    let key: Key
    let node: Node

    /// Its line in the file; `nil` if that is not known.
    var line: Int? { node.mark?.line }
}

/// Turns YAML into values, and knows the line of each.
struct PresetReader {
    let file: String

    /// The keys of a file with their values, in the order of the file.
    func entries<Key: PresetKeys>(
        of text: String,
        _: Key.Type,
        elsewhere: [String],
        _ place: String
    ) throws(PresetError) -> [PresetEntry<Key>] {
        guard let root = try compose(text) else { throw error(at: 1, "the file is empty") }
        guard case .mapping(let mapping) = root else {
            throw error(at: root.mark?.line, "a preset is a list of 'key: value' lines")
        }
        return try entries(of: mapping, elsewhere, place)
    }

    /// The keys of a section.
    func entries<Key: PresetKeys>(
        in section: PresetEntry<some RawRepresentable<String>>,
        _: Key.Type,
        elsewhere: [String],
        _ place: String
    ) throws(PresetError) -> [PresetEntry<Key>] {
        guard case .mapping(let mapping) = section.node else {
            let name = section.key.rawValue
            throw error(at: section.line, "'\(name)' is a list of 'key: value' lines below it, indented")
        }
        return try entries(of: mapping, elsewhere, place)
    }

    private func entries<Key: PresetKeys>(
        of mapping: Node.Mapping,
        _ elsewhere: [String],
        _ place: String
    ) throws(PresetError) -> [PresetEntry<Key>] {
        var entries: [PresetEntry<Key>] = []
        for (keyNode, node) in mapping {
            guard case .scalar(let name) = keyNode else { throw error(at: keyNode.mark?.line, "a key is a word") }
            guard let key = Key(rawValue: name.string) ?? Key.aliases[name.string] else {
                let known = Key.allCases.map(\.rawValue)
                let hint =
                    if elsewhere.contains(name.string) {
                        "it belongs \(place)"
                    } else if let nearest = Spelling.nearest(to: name.string, of: known) {
                        "did you mean '\(nearest)'?"
                    } else {
                        "the keys are \(known.joined(separator: ", "))"
                    }
                throw error(at: name.mark?.line, "there is no key '\(name.string)'", hint: hint)
            }
            entries.append(PresetEntry(key: key, node: node))
        }
        return entries
    }

    private func compose(_ text: String) throws(PresetError) -> Node? {
        // Editors of Windows begin a file with a byte order mark.
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        if let alias = try node(of: YAMLAlias.disarmed(text)).flatMap(YAMLAlias.first) {
            throw error(
                at: alias.line,
                "'*\(alias.name)' stands for another value: a preset says every value where it belongs"
            )
        }
        return try node(of: text)
    }

    private func node(of text: String) throws(PresetError) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw self.error(error)
        } catch {
            throw self.error(at: nil, "it is not YAML: \(error)")
        }
    }

    private func error(_ error: YamlError) -> PresetError {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.error(at: mark.line, "it is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            self.error(
                at: context.mark.line,
                "'\(YAMLAlias.armed(duplicates.joined(separator: "', '")))' is there twice"
            )
        case .reader(let problem, _, _, _):
            self.error(at: nil, "it is not YAML: \(problem)")
        default:
            self.error(at: nil, "it is not YAML")
        }
    }

    func error(at line: Int?, _ reason: String, hint: String? = nil) -> PresetError {
        PresetError(.malformed, "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)", hint: hint)
    }
}

/// Values.
extension PresetReader {
    func text<Key>(_ entry: PresetEntry<Key>) throws(PresetError) -> String { try text(entry.key.rawValue, entry.node) }

    private func text(_ key: String, _ node: Node) throws(PresetError) -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty, !scalar.isNull else {
            throw error(at: node.mark?.line, "'\(key)' takes one value")
        }
        return scalar.string
    }

    func value<Key, Value>(
        _ entry: PresetEntry<Key>,
        _ parse: (String) throws(ParseError) -> Value
    ) throws(PresetError) -> Value {
        let text = try text(entry)
        do { return try parse(text) } catch { throw self.error(at: entry.line, "\(entry.key.rawValue): \(error)") }
    }

    /// A list, of which errors show an example.
    func values<Key, Value, Failure: Error>(
        _ entry: PresetEntry<Key>,
        _ parse: (String) throws(Failure) -> Value,
        example: String
    ) throws(PresetError) -> [Value] {
        let key = entry.key.rawValue
        guard case .sequence(let sequence) = entry.node else {
            throw error(at: entry.line, "'\(key)' is a list: '- \(example)' below it, line by line")
        }
        var values: [Value] = []
        for node in sequence {
            let text = try text(key, node)
            do { values.append(try parse(text)) } catch {
                throw self.error(at: node.mark?.line, "\(key): \(error)")
            }
        }
        return values
    }

    func choice<Key, Choice: CaseIterable & RawRepresentable<String>>(
        _ entry: PresetEntry<Key>,
        _ named: (String) -> Choice?
    ) throws(PresetError) -> Choice {
        let text = try text(entry)
        if let choice = named(text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        let hint = Spelling.nearest(to: text, of: names).map { "did you mean '\($0)'?" }
        throw error(
            at: entry.line,
            "\(entry.key.rawValue): there is no '\(text)'; choose one of \(names.joined(separator: ", "))",
            hint: hint
        )
    }

    func flag<Key>(_ entry: PresetEntry<Key>) throws(PresetError) -> Bool {
        let text = try text(entry)
        guard let flag = Self.flag(text) else {
            throw error(at: entry.line, "\(entry.key.rawValue): '\(text)' is neither true nor false")
        }
        return flag
    }

    /// As YAML writes it (1.2, 10.3.2).
    static func flag(_ text: String) -> Bool? {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// A whole number from 0 on.
    func number<Key>(_ entry: PresetEntry<Key>) throws(PresetError) -> Int {
        let text = try text(entry)
        guard let number = Int(text), number >= 0 else {
            throw error(at: entry.line, "\(entry.key.rawValue): '\(text)' is not a whole number")
        }
        return number
    }
}

extension Node.Scalar {
    /// Whether it says that there is no value (YAML 1.2, 10.3.2). In quotes it is a text.
    fileprivate var isNull: Bool { style == .plain && ["~", "null", "Null", "NULL"].contains(string) }
}
