import TestSupport
import Testing

/// `Package.swift` says of each target which modules it imports, no more and no fewer. SwiftPM finds neither where another target
/// builds them first.
@Suite struct ManifestTests {
    private let targets: [ManifestTarget]

    init() throws { targets = ManifestTarget.targets(in: try PackageFolder().text("Package.swift")) }

    /// Declared to be linked, not to be imported.
    private static let linked = ["CTrigonometry"]

    @Test func `Every target declares the modules that it imports, and imports those that it declares`() throws {
        try #require(targets.count > 50)
        let names = Set(targets.map(\.name))
        let programs = Set(targets.filter(\.isExecutable).map(\.name)).union(Self.linked)
        for target in targets where !target.isOfSystem {
            let files = try SourceTree(under: target.folder).files
            let imported = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }.intersection(names)
            let undeclared = imported.subtracting(target.dependencies).sorted()
            #expect(undeclared.isEmpty, "\(target.name) does not declare \(undeclared)")
            // A program that is declared may be one that is run.
            let idle = target.dependencies.intersection(names).subtracting(imported).subtracting(programs).sorted()
            #expect(idle.isEmpty, "\(target.name) does not import \(idle)")
        }
    }

    @Test func `Targets are read in all their forms`() throws {
        let text = """
            func example(_ name: String, _ modules: [Target.Dependency]) -> Target {
                .executableTarget(name: name, dependencies: modules, path: "Examples/\\(name)")
            }
            targets: [
                .systemLibrary(name: "CA", providers: [.apt(["liba-dev"])]),
                // B, "C".
                .target(name: "B", dependencies: ["CA", deque, .product(name: "D", package: "D")], swiftSettings: strict),
                .executableTarget(
                    name: "run",
                    dependencies: [
                        "B"
                    ],
                    path: "Sources/Running/run"
                ),
                example("E", ["B"]),
                .testTarget(name: "BTests", exclude: ["F"]),
            ]
            """
        #expect(
            ManifestTarget.targets(in: text) == [
                ManifestTarget(name: "CA", folder: "Sources/CA", dependencies: [], kind: "systemLibrary"),
                ManifestTarget(name: "B", folder: "Sources/B", dependencies: ["CA", "D"], kind: "target"),
                ManifestTarget(
                    name: "run",
                    folder: "Sources/Running/run",
                    dependencies: ["B"],
                    kind: "executableTarget"
                ),
                ManifestTarget(name: "E", folder: "Examples/E", dependencies: ["B"], kind: "example"),
                ManifestTarget(name: "BTests", folder: "Tests/BTests", dependencies: [], kind: "testTarget"),
            ]
        )
    }
}
