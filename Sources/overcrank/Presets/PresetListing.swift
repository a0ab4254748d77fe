internal import Presets

/// The presets that there are, `presets --json`.
struct PresetListing: Encodable {
    struct Item: Encodable {
        let name: String
        /// Absent where the file cannot be used.
        let summary: String?
        let path: String
    }

    let presets: [Item]
    /// What is wrong with those that cannot be used.
    let problems: [String]

    init(_ library: PresetLibrary) {
        var problems: [String] = []
        presets = library.entries.map { entry in
            do throws(PresetError) {
                return Item(name: entry.name, summary: try entry.preset().summary, path: entry.path)
            } catch {
                problems.append(error.message)
                return Item(name: entry.name, summary: nil, path: entry.path)
            }
        }
        self.problems = problems
    }

    /// One line each, the names in a column.
    var lines: [String] {
        let width = presets.map(\.name.count).max() ?? 0
        return presets.map { item in
            let words = item.summary ?? "(cannot be used)"
            if words.isEmpty { return item.name }
            return item.name + String(repeating: " ", count: width - item.name.count + 2) + words
        }
    }
}
