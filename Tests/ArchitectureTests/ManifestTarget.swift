/// A target, as `Package.swift` declares it.
struct ManifestTarget: Hashable {
    let name: String
    /// Of its sources, in the package.
    let folder: String
    /// By their names.
    let dependencies: Set<String>
    /// What it is declared with, such as `testTarget`.
    let kind: String

    var isExecutable: Bool { kind == "executableTarget" || kind == "example" }
    var isOfSystem: Bool { kind == "systemLibrary" }

    /// The targets of a manifest, in its order.
    static func targets(in manifest: String) -> [ManifestTarget] {
        let text = manifest.replacing(/\/\/.*/, with: "")
        let starts = text.matches(
            of: /\b(systemLibrary|target|executableTarget|testTarget|example)\(\s*(?:name: )?"(\w+)"/
        )
        return starts.indices.map { index in
            let start = starts[index]
            let next = index + 1 < starts.count ? starts[index + 1].range.lowerBound : text.endIndex
            let (kind, name, rest) = (String(start.1), String(start.2), text[start.range.upperBound..<next])
            let list =
                rest.firstMatch(of: /^, (\[[^\]]*\])/)?.1 ?? rest.firstMatch(of: /dependencies: (\[[^\]]*\])/)?.1 ?? ""
            let dependencies = list.replacing(/package: "[^"]*"/, with: "").matches(of: /"(\w+)"/).map { String($0.1) }
            let parent = kind == "example" ? "Examples" : kind == "testTarget" ? "Tests" : "Sources"
            let folder = rest.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "\(parent)/\(name)"
            return ManifestTarget(name: name, folder: folder, dependencies: Set(dependencies), kind: kind)
        }
    }
}
