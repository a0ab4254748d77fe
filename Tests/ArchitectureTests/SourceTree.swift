import FoundationEssentials
import TestSupport

/// The Swift files of a package, or of a made-up one.
struct SourceTree {
    let files: [SourceFile]

    /// The files under a folder of the package.
    init(of package: PackageFolder = PackageFolder(), under folder: String = "Sources") throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: package.path(folder))
        files = try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            SourceFile(path: path, text: try package.text("\(folder)/\(path)"))
        }
    }

    /// A made-up package: the text of each file by its path under `Sources`.
    init(_ texts: [String: String]) {
        files = texts.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
    }

    /// The files of each module.
    var modules: [String: [SourceFile]] { Dictionary(grouping: files, by: \.module) }
}

/// A Swift file with its tokens.
struct SourceFile {
    /// Below `Sources`, such as `Export/Plan/ExportPlan.swift`.
    let path: String
    let tokens: [SwiftToken]

    init(path: String, text: String) {
        self.path = path
        tokens = SwiftToken.tokens(of: text)
    }

    /// The first part of the path, such as `Export`.
    var module: String { String(path.prefix { $0 != "/" }) }

    /// The folder inside the module, such as `Plan`; `.` for a file that lies beside the folders.
    var folder: String {
        let parts = path.split(separator: "/").dropFirst().dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// The modules that it imports, in its order: `import [kind] Module[.member]`.
    var imports: [String] {
        tokens.indices.compactMap { index in
            guard tokens[index] == .word("import") else { return nil }
            let names = tokens[(index + 1)...].prefix(2).compactMap(\.word)
            guard let first = names.first else { return nil }
            return Self.kinds.contains(first) ? names.last : first
        }
    }

    private static let kinds: Set<String> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor",
    ]
}
