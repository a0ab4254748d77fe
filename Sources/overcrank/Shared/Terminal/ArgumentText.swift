internal import PathNames

/// Commands in messages, to be typed as they stand.
enum ArgumentText {
    /// A path as an argument. One that begins with a dash would be taken for an option.
    static func path(_ path: String) -> String { ShellText.word(path.hasPrefix("-") ? "./\(path)" : path) }
}
