internal import PathNames

/// Commands in messages, to be typed as they stand.
enum ArgumentText {
    /// A path as an argument.
    static func path(_ path: String) -> String { ShellText.word(ShellText.positional(path)) }
}
