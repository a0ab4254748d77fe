/// The types that one file declares and uses, by their names.
///
/// Only names that are written count: a type that is inferred, or reached as `.member`, leaves no name.
struct TypeNames {
    /// `Outer.Inner` is the path `["Outer", "Inner"]`.
    typealias Path = [String]

    struct Declaration {
        let path: Path
        /// Whether other files cannot name it: it or a type around it is private, or it stands in a function.
        let isPrivate: Bool
    }

    /// A name with what follows it by dots, where it stands.
    struct Use: Hashable {
        let names: Path
        /// The type in which it stands; empty outside all types.
        let scope: Path
    }

    private(set) var declarations: [Declaration] = []
    /// What the nested types of a path may come from as well: a superclass, protocols, what a type alias stands for.
    private(set) var parents: [Path: Set<Path>] = [:]
    private(set) var uses: Set<Use> = []

    init(in tokens: [SwiftToken]) {
        var reader = Reader(tokens: tokens)
        reader.read()
        declarations = reader.declarations
        parents = reader.parents
        uses = reader.uses
    }
}

/// Walks through the tokens of a file and keeps the types that are open.
private struct Reader {
    let tokens: [SwiftToken]
    private(set) var declarations: [TypeNames.Declaration] = []
    private(set) var parents: [TypeNames.Path: Set<TypeNames.Path>] = [:]
    private(set) var uses: Set<TypeNames.Use> = []

    private struct Scope {
        let path: TypeNames.Path
        let isPrivate: Bool
    }

    /// One for each open brace.
    private var scopes: [Scope] = []
    /// The type whose head was read and whose brace is to come.
    private var coming: Scope?
    /// The type whose parents are being read.
    private var heading: TypeNames.Path?
    private var position = 0

    init(tokens: [SwiftToken]) { self.tokens = tokens }

    private static let keywords: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "extension", "typealias", "associatedtype",
    ]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "open", "private", "fileprivate", "final", "indirect", "nonisolated",
    ]
    private static let bodiless: Set<String> = ["typealias", "associatedtype"]
    private static let starters: Set<String> = ["func", "var", "let", "init", "subscript", "case", "deinit"]

    private var scope: Scope { scopes.last ?? Scope(path: [], isPrivate: false) }

    mutating func read() {
        while position < tokens.count {
            switch tokens[position] {
            case .word("import") where !followsDot: skipImport()
            case .word(let word) where Self.keywords.contains(word) && !followsDot && isName(at: position + 1):
                readHead(keyword: word)
            case .word(let word) where word.first?.isUppercase == true: readUse()
            case .word(let word):
                if Self.starters.contains(word) { heading = nil }
                position += 1
            case .mark("{"):
                // Types in the body of a function are of this file only.
                scopes.append(coming ?? Scope(path: scope.path, isPrivate: true))
                (coming, heading) = (nil, nil)
                position += 1
            case .mark("}"):
                _ = scopes.popLast()
                heading = nil
                position += 1
            default: position += 1
            }
        }
    }

    private var followsDot: Bool { position > 0 && tokens[position - 1] == .mark(".") }

    private func isName(at index: Int) -> Bool {
        index < tokens.count && tokens[index].word?.first?.isUppercase == true
    }

    /// `A.B.C` from an index on.
    private func names(at index: Int) -> TypeNames.Path {
        guard isName(at: index), let name = tokens[index].word else { return [] }
        guard index + 1 < tokens.count, tokens[index + 1] == .mark("."), isName(at: index + 2) else { return [name] }
        return [name] + names(at: index + 2)
    }

    /// `import Module` and `import struct Module.Name` use no type of this module.
    private mutating func skipImport() {
        position += 1
        while position < tokens.count, tokens[position].word != nil, !isName(at: position) { position += 1 }
        position += max(1, 2 * names(at: position).count - 1)
    }

    private mutating func readHead(keyword: String) {
        let access = tokens[..<position].reversed().prefix { Self.modifiers.contains($0.word ?? "") }
        let isPrivate = scope.isPrivate || access.contains(.word("private")) || access.contains(.word("fileprivate"))
        let names = names(at: position + 1)
        if keyword == "extension" {
            uses.insert(TypeNames.Use(names: names, scope: []))
            coming = Scope(path: names, isPrivate: isPrivate)
            heading = names
        } else {
            let path = scope.path + names.prefix(1)
            declarations.append(TypeNames.Declaration(path: path, isPrivate: isPrivate))
            if !Self.bodiless.contains(keyword) { coming = Scope(path: path, isPrivate: isPrivate) }
            heading = path
        }
        position += 2 * (keyword == "extension" ? names.count : 1)
    }

    private mutating func readUse() {
        defer { position += 1 }
        guard !followsDot else { return }
        let names = names(at: position)
        uses.insert(TypeNames.Use(names: names, scope: (coming ?? scope).path))
        if let heading { parents[heading, default: []].insert(names) }
        position += 2 * (names.count - 1)
    }
}
