internal import FoundationEssentials

/// The folder that holds `Package.swift`, found above this file.
package struct PackageFolder: Sendable {
    private let root: URL

    package init(filePath: String = #filePath) {
        root = URL(filePath: filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// The absolute path of what lies in the package.
    package func path(_ relative: String) -> String { root.appending(path: relative).path }

    /// A file's text.
    package func text(_ relative: String) throws -> String {
        try String(contentsOfFile: path(relative), encoding: .utf8)
    }
}
