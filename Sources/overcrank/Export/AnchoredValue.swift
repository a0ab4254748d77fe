internal import Composition
internal import Export
internal import MediaTime
internal import Presets

/// What of an `export` command line is relative to the anchor.
struct AnchoredValue {
    /// What it is, to begin a sentence with.
    let name: String

    /// Finds the first such value; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - options: The command line.
    ///   - preset: Its presets, with its own options over them.
    init?(_ options: ExportCommand, _ preset: Preset) {
        let names = options.presets
        let under = names.count == 1 ? "the preset '\(names[0])'" : "a value of the presets"
        if preset.trim?.isAnchored == true {
            name = options.editing.trim == nil ? under : "the part of --trim"
        } else if preset.edits.contains(where: \.isAnchored) {
            name = options.editing.edits.isEmpty ? under : "an edit"
        } else if preset.zooms.contains(where: \.range.isAnchored) {
            name = options.shape.zooms.isEmpty ? under : "a zoom"
        } else if options.chapters.marks.contains(where: { if case .anchor = $0.time { true } else { false } }) {
            name = "a chapter"
        } else {
            return nil
        }
    }
}
