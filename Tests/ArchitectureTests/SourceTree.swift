import FoundationEssentials

/// The Swift files under `Sources`, with what they import.
struct SourceTree {
    struct File {
        let path: String
        let module: String
        let imports: [String]
    }

    private let sources: String

    /// Finds the package above this file.
    init(filePath: String = #filePath) throws {
        var directory = filePath[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            if FileManager.default.fileExists(atPath: "\(directory)/Package.swift") {
                sources = "\(directory)/Sources"
                return
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    func files() throws -> [File] {
        try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }.sorted().map {
            path in
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(sources)/\(path)")), as: UTF8.self)
            let module = path.prefix { $0 != "/" }
            return File(path: path, module: String(module), imports: Self.imports(in: text))
        }
    }

    /// The modules that a file imports, in its order: `@attribute access import [kind] Module[.member]`.
    static func imports(in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            var words = line.split { $0 == " " || $0 == "\t" }[...]
            while let word = words.first, word.first == "@" || access.contains(word) { words.removeFirst() }
            guard words.first == "import" else { return nil }
            words.removeFirst()
            if let kind = words.first, kinds.contains(kind) { words.removeFirst() }
            return words.first.map { word in String(word.prefix { $0 == "_" || $0.isLetter || $0.isNumber }) }
        }
    }

    private static let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<Substring> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor",
    ]
}
