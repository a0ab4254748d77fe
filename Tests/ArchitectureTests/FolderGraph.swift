/// Which folders of one module use the types of which others.
struct FolderGraph {
    /// A file that uses a type of another folder.
    struct Arrow: Hashable, CustomStringConvertible {
        let from: String
        let to: String
        let file: String
        let type: String

        var description: String { "\(file) uses \(type), which is in \(to)" }
    }

    let folders: Set<String>
    let arrows: Set<Arrow>

    /// - Parameter files: All files of the module.
    init(of files: [SourceFile]) {
        let names = files.map { (file: $0, names: TypeNames(in: $0.tokens)) }
        let types = TypeIndex(names)
        folders = Set(files.map(\.folder))
        arrows = names.reduce(into: []) { arrows, entry in
            for use in entry.names.uses {
                for declared in types.declarations(of: use, in: entry.file) where declared.folder != entry.file.folder {
                    let arrow = Arrow(
                        from: entry.file.folder,
                        to: declared.folder,
                        file: entry.file.path,
                        type: declared.path.joined(separator: ".")
                    )
                    arrows.insert(arrow)
                }
            }
        }
    }

    /// The arrows that do not go from a folder to one that comes before it.
    ///
    /// - Parameter order: All folders, the first of which uses no other.
    /// - Returns: By file and type. Where there is none, there is no circle.
    func arrows(against order: [String]) -> [Arrow] {
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        return arrows.filter { arrow in
            guard let from = places[arrow.from], let to = places[arrow.to] else { return true }
            return to >= from
        }
        .sorted { ($0.file, $0.type) < ($1.file, $1.type) }
    }
}

/// Finds what a name stands for, as the compiler does: from the innermost type outwards.
private struct TypeIndex {
    struct Declared: Hashable {
        let path: TypeNames.Path
        let folder: String
        /// The only file that sees it, if it is private.
        let onlyFile: String?
    }

    private var declared: [TypeNames.Path: Set<Declared>] = [:]
    private var parents: [TypeNames.Path: Set<TypeNames.Path>] = [:]

    init(_ names: [(file: SourceFile, names: TypeNames)]) {
        for (file, names) in names {
            for declaration in names.declarations {
                let onlyFile = declaration.isPrivate ? file.path : nil
                let entry = Declared(path: declaration.path, folder: file.folder, onlyFile: onlyFile)
                declared[declaration.path, default: []].insert(entry)
            }
            parents.merge(names.parents) { $0.union($1) }
        }
    }

    /// What the names of a use stand for: `A.B` uses A and what is nested in it as B. Where a path is declared in
    /// several files, all of them count.
    func declarations(of use: TypeNames.Use, in file: SourceFile) -> Set<Declared> {
        var names = use.names[...]
        var found: Set<Declared> = []
        var path: TypeNames.Path
        if names.first == "Self" {
            path = use.scope
            names.removeFirst()
        } else {
            // `Module.Name` is the module's own `Name`.
            if names.count > 1, names.first == file.module, visible([file.module], from: file).isEmpty {
                names.removeFirst()
            }
            guard let name = names.popFirst(), let first = lookUp(name, within: use.scope, from: file) else {
                return []
            }
            path = first.path
            found = first.found
        }
        for name in names {
            guard let next = nested(name, in: path, from: file) else { break }
            path = next.path
            found.formUnion(next.found)
        }
        return found
    }

    private typealias Found = (path: TypeNames.Path, found: Set<Declared>)

    private func lookUp(_ name: String, within scope: TypeNames.Path, from file: SourceFile) -> Found? {
        for depth in stride(from: scope.count, through: 0, by: -1) {
            if let found = nested(name, in: Array(scope.prefix(depth)), from: file) { return found }
        }
        return nil
    }

    /// A type nested in a type, or in what that inherits from; in the empty path, a type of the module.
    private func nested(
        _ name: String,
        in path: TypeNames.Path,
        from file: SourceFile,
        seen: Set<TypeNames.Path> = []
    ) -> Found? {
        let own = visible(path + [name], from: file)
        if !own.isEmpty { return (path + [name], own) }
        guard !path.isEmpty, !seen.contains(path) else { return nil }
        for parent in (parents[path] ?? []).sorted(by: { $0.joined() < $1.joined() }) {
            if let found = nested(name, in: parent, from: file, seen: seen.union([path])) { return found }
        }
        return nil
    }

    private func visible(_ path: TypeNames.Path, from file: SourceFile) -> Set<Declared> {
        let all = declared[path] ?? []
        let private_ = all.filter { $0.onlyFile == file.path }
        return private_.isEmpty ? all.filter { $0.onlyFile == nil } : private_
    }
}
