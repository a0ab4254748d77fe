internal import Files
public import Presets

/// The presets that an edit can begin with, and new ones.
public struct PresetShelf: Sendable {
    /// A preset of the list.
    public struct Entry: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// What it is for.
        public let title: String
        /// Whether it is the user's own.
        public let isOwn: Bool
    }

    private let library: PresetLibrary

    /// A shelf of presets.
    public init(_ library: PresetLibrary) { self.library = library }

    /// All presets for exports, by name. What cannot be read is left out.
    ///
    /// - Complexity: Every file is read.
    public var entries: [Entry] {
        library.entries.compactMap { entry in
            guard let preset = try? entry.preset(), !preset.isForRecordingOnly else { return nil }
            let isOwn = library.directories.first.map { entry.path.hasPrefix("\($0)/") } ?? false
            return Entry(name: entry.name, title: preset.summary, isOwn: isOwn)
        }
    }

    /// What a preset sets, as an edit has it.
    ///
    /// - Throws: ``StudioError``: `.notFound`, or what is wrong with it.
    public func document(_ name: String) throws(StudioError) -> EditDocument {
        guard let entry = library.entries.first(where: { $0.name == name }) else {
            throw StudioError(.notFound, "there is no preset '\(name)'")
        }
        do {
            let texts = try PresetTexts(parsing: entry.text(), file: entry.path)
            var document = EditDocument()
            for (key, value) in texts.values {
                switch (key, value) {
                case ("summary", _): continue
                case ("edits", .list(let edits)): document.edits = edits
                case ("edits", .text(let edit)): document.edits = [edit]
                case ("pitch", .text(let pitch)): document.pitch = pitch
                case ("trim", .text(let range)):
                    (document.start, document.end) = Self.ends(of: range)
                default: document.settings[key] = value
                }
            }
            return document
        } catch {
            throw StudioError(.unreadable, "\(error)")
        }
    }

    /// Saves what an edit sets under a name, in the user's own folder. What a preset in whose place it comes says for recordings, and its
    /// summary, stay.
    ///
    /// - Parameters:
    ///   - document: The edit.
    ///   - name: That of the preset.
    ///   - replaces: Whether one of that name may be replaced, or hidden by this one where it is not the user's own.
    /// - Returns: What the edit sets and presets cannot have, which is left out: names of options, and `marks`.
    /// - Throws: ``StudioError``: `.exists` where there is such a preset; where it cannot be saved, or would be no preset.
    public func save(
        _ document: EditDocument,
        as name: String,
        replacing replaces: Bool = false
    ) throws(StudioError) -> [String] {
        let document = document.normalised
        let isName =
            !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".") && !name.hasSuffix(PresetLibrary.ending)
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_+.".unicodeScalars.contains($0)
            }
        guard isName else { throw StudioError(.invalid, "'\(name)' is no name for a preset") }
        guard let folder = library.directories.first else {
            throw StudioError(.failed, "there is no folder for presets")
        }
        if !replaces, library.entries.contains(where: { $0.name == name }) {
            throw StudioError(.exists, "there is a preset '\(name)' already")
        }
        if let problem = document.settings["filter"].flatMap(HarmlessFilters.problem(of:)) {
            throw StudioError(.invalid, problem)
        }
        var texts = PresetTexts()
        texts.values["summary"] = .text(name)
        // What the studio does not show stays as it was.
        if let old = library.entries.first(where: { $0.name == name }),
            let kept = try? PresetTexts(parsing: old.text(), file: old.path)
        {
            texts.recording = kept.recording
            texts.values["summary"] = kept.values["summary"] ?? .text(name)
        }
        texts.values.merge(document.settings.filter { PresetTexts.keys.contains($0.key) }) { $1 }
        if !document.edits.isEmpty { texts.values["edits"] = .list(document.edits) }
        if let pitch = document.pitch { texts.values["pitch"] = .text(pitch) }
        if document.start != nil || document.end != nil {
            texts.values["trim"] = .text("\(document.start ?? "")..\(document.end ?? "")")
        }
        do {
            let path = "\(folder)/\(name).yaml"
            let text = try texts.yaml(name: name)
            try SmallFile.write(Array(text.utf8), to: path, overwrites: true)
        } catch {
            throw StudioError(.failed, "the preset cannot be saved: \(error)")
        }
        let leftOut = document.settings.keys.filter { !PresetTexts.keys.contains($0) }.sorted()
        return document.marks.isEmpty ? leftOut : leftOut + ["marks"]
    }

    private static func ends(of range: String) -> (String?, String?) {
        guard let dots = range.firstRange(of: "..") else { return (nil, nil) }
        let (start, end) = (String(range[..<dots.lowerBound]), String(range[dots.upperBound...]))
        return (start.isEmpty ? nil : start, end.isEmpty ? nil : end)
    }
}
