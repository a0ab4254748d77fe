internal import Composition
internal import Export
internal import MediaTime
internal import TimeStretch
internal import Yams

extension Preset {
    /// Reads a preset from YAML: one mapping, whose keys are the names of the command's options.
    ///
    /// - Parameters:
    ///   - text: The YAML.
    ///   - file: What errors call it.
    /// - Throws: ``PresetError``, code `.malformed`, with file, line and key.
    public init(parsing text: String, file: String) throws(PresetError) {
        let reader = PresetReader(file: file)
        self.init()
        for (key, node) in try reader.entries(of: text) { try reader.read(key, node, into: &self) }
        if summary.isEmpty { throw reader.error(at: 1, "'summary' is missing: say in a line what the preset is for") }
        if rate != nil, conform != nil {
            throw reader.error(at: 1, "'rate' and 'conform' both say how fast it is played: keep one of them")
        }
    }
}

/// Turns YAML into values, and remembers where they stand.
private struct PresetReader {
    let file: String

    /// The keys that are known with what they say, in the order of the file.
    func entries(of text: String) throws(PresetError) -> [(PresetKey, Node)] {
        guard let root = try compose(text) else { throw error(at: 1, "the file is empty: it says nothing") }
        guard case .mapping(let mapping) = root else {
            throw error(at: root.mark?.line, "a preset is a list of 'key: value' lines")
        }
        var entries: [(PresetKey, Node)] = []
        for (keyNode, node) in mapping {
            guard case .scalar(let name) = keyNode else { throw error(at: keyNode.mark?.line, "a key is a word") }
            guard let key = PresetKey(rawValue: name.string) else { throw unknown(name.string, at: name.mark?.line) }
            entries.append((key, node))
        }
        return entries
    }

    private func compose(_ text: String) throws(PresetError) -> Node? {
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
            self.error(at: context.mark.line, "'\(duplicates.joined(separator: "', '"))' is there twice")
        case .reader(let problem, _, _, _):
            self.error(at: nil, "it is not YAML: \(problem)")
        default:
            self.error(at: nil, "it is not YAML")
        }
    }

    private func unknown(_ name: String, at line: Int?) -> PresetError {
        let known = PresetKey.allCases.map(\.rawValue)
        if let nearest = Spelling.nearest(to: name, of: known) {
            return error(at: line, "there is no key '\(name)'", hint: "did you mean '\(nearest)'?")
        }
        return error(at: line, "there is no key '\(name)'", hint: "the keys are \(known.joined(separator: ", "))")
    }

    func error(at line: Int?, _ reason: String, hint: String? = nil) -> PresetError {
        PresetError(.malformed, "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)", hint: hint)
    }

    func read(_ key: PresetKey, _ node: Node, into preset: inout Preset) throws(PresetError) {
        switch key {
        case .summary: preset.summary = try text(key, node)
        case .rate: preset.rate = try value(key, node, PlaybackRate.init(parsing:))
        case .conform: preset.conform = try value(key, node, FrameRate.init(parsing:))
        case .trim: preset.trim = try value(key, node, TimeRangeExpression.init(parsing:))
        case .edits: preset.edits = try edits(node)
        case .frameRate: preset.timing = try value(key, node, FrameRateChoice.init(parsing:))
        case .pitch: preset.pitch = try choice(key, node, PitchAlgorithm.init(rawValue:))
        case .muteReversed: preset.mutesReversed = try flag(key, node)
        case .videoCodec: preset.videoCodec = try choice(key, node, VideoCodec.init(named:))
        case .quality: preset.quality = try quality(key, node)
        case .encoderPreset: preset.encoderPreset = try text(key, node)
        case .audioCodec: preset.audioCodec = try choice(key, node, AudioCodec.init(named:))
        }
    }

    private func text(_ key: PresetKey, _ node: Node) throws(PresetError) -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
            throw error(at: node.mark?.line, "'\(key.rawValue)' takes one value")
        }
        return scalar.string
    }

    private func value<Value>(
        _ key: PresetKey,
        _ node: Node,
        _ parse: (String) throws(ParseError) -> Value
    ) throws(PresetError) -> Value {
        let text = try text(key, node)
        do { return try parse(text) } catch { throw self.error(at: node.mark?.line, "\(key.rawValue): \(error)") }
    }

    private func choice<Choice: CaseIterable & RawRepresentable>(
        _ key: PresetKey,
        _ node: Node,
        _ named: (String) -> Choice?
    ) throws(PresetError) -> Choice where Choice.RawValue == String {
        let text = try text(key, node)
        if let choice = named(text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        let hint = Spelling.nearest(to: text, of: names).map { "did you mean '\($0)'?" }
        throw error(
            at: node.mark?.line,
            "\(key.rawValue): there is no '\(text)'; choose one of \(names.joined(separator: ", "))",
            hint: hint
        )
    }

    private func flag(_ key: PresetKey, _ node: Node) throws(PresetError) -> Bool {
        let text = try text(key, node)
        guard let flag = Bool(text) else {
            throw error(at: node.mark?.line, "\(key.rawValue): '\(text)' is neither true nor false")
        }
        return flag
    }

    private func quality(_ key: PresetKey, _ node: Node) throws(PresetError) -> Int {
        let text = try text(key, node)
        guard let number = Int(text), number >= 0 else {
            throw error(at: node.mark?.line, "\(key.rawValue): '\(text)' is not a whole number")
        }
        return number
    }

    private func edits(_ node: Node) throws(PresetError) -> [EditExpression] {
        guard case .sequence(let sequence) = node else {
            throw error(at: node.mark?.line, "'edits' is a list: '- 2s..4s@1/4' below it, line by line")
        }
        var edits: [EditExpression] = []
        for entry in sequence {
            let text = try text(.edits, entry)
            do { edits.append(try EditExpression(parsing: text)) } catch {
                throw self.error(at: entry.mark?.line, "edits: \(error)")
            }
        }
        return edits
    }
}
