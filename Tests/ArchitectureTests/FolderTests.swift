import TestSupport
import Testing

/// Folders of a module use one another's types one way only, in the order that the article "Architecture" gives.
@Suite struct FolderTests {
    private let modules: [String: [SourceFile]]
    private let orders: [FolderOrder]

    init() throws {
        modules = try SourceTree().modules
        orders = FolderOrder.orders(in: try PackageFolder().text(FolderOrder.article))
    }

    @Test func `No folder uses a type of one that comes after it`() throws {
        for order in orders {
            let graph = FolderGraph(of: try #require(modules[order.module], "there is no \(order.module)"))
            for arrow in graph.arrows(against: order.folders.map(\.name)) {
                Issue.record("\(order.module): \(arrow), and \(arrow.to) does not come before \(arrow.from)")
            }
        }
    }

    @Test func `The article says of each folder what it is for`() throws {
        for (module, files) in modules {
            let folders = Set(files.map(\.folder))
            let listed = orders.first { $0.module == module }?.folders ?? []
            #expect(folders == ["."] || folders == Set(listed.map(\.name)), "the folders of \(module)")
            #expect(listed.count == Set(listed.map(\.name)).count, "\(module) lists a folder twice")
            #expect(listed.allSatisfy { $0.purpose.contains(" ") }, "a folder of \(module) has no purpose")
        }
    }
}

/// What the check of folders finds in made-up modules.
@Suite struct FolderGraphTests {
    /// The arrows between folders of a module `M`, as `from→to`.
    private func arrows(_ texts: [String: String]) -> Set<String> {
        let files = SourceTree(Dictionary(uniqueKeysWithValues: texts.map { ("M/\($0)", $1) })).files
        return Set(FolderGraph(of: files).arrows.map { "\($0.from)→\($0.to)" })
    }

    @Test func `A circle is found`() {
        let files = SourceTree([
            "M/Low/A.swift": "struct A { let b: B }",
            "M/High/B.swift": "struct B { func a() -> A { A() } }",
        ]).files
        let graph = FolderGraph(of: files)
        #expect(graph.folders == ["Low", "High"])
        #expect(
            graph.arrows(against: ["Low", "High"]).map(\.description) == ["M/Low/A.swift uses B, which is in High"]
        )
        #expect(
            graph.arrows(against: ["High", "Low"]).map(\.description) == ["M/High/B.swift uses A, which is in Low"]
        )
    }

    @Test func `One way is one way, through three folders and the module's own files, too`() {
        let files = SourceTree([
            "M/A/A.swift": "struct A {}", "M/B/B.swift": "struct B { var a: A }",
            "M/C/C.swift": "enum C { case a(A), b(B) }", "M/Top.swift": "struct Top { var c: C }",
        ]).files
        #expect(FolderGraph(of: files).arrows(against: ["A", "B", "C", "."]).isEmpty)
        #expect(FolderGraph(of: files).arrows(against: ["A", "B", ".", "C"]).map(\.from) == ["."])
    }

    @Test func `A folder that is not listed is an error`() {
        let files = SourceTree(["M/A/A.swift": "struct A {}", "M/New/N.swift": "struct N { var a: A }"]).files
        #expect(FolderGraph(of: files).arrows(against: ["A"]).map(\.from) == ["New"])
    }

    @Test(arguments: [
        "let a: A", "func f(_: [A?]) {}", "func f() { _ = A.make() }", "extension A { func f() {} }",
        "struct B: A {}", "struct B<T: A> {}", "typealias B = A", "let text = \"\\(A())\"",
        "let text = #\"\\#(A())\"#", "let text = \"\"\"\n\\(A())\n\"\"\"", "let any: any A", "let a = M.A()",
        "struct B { struct C { let a: A } }", "let a: Array<A>.Index", "let f: @A () -> Void",
    ])
    func `A use is found`(text: String) {
        #expect(arrows(["X/X.swift": text, "Y/A.swift": "public struct A {}"]) == ["X→Y"])
    }

    @Test(arguments: [
        "// A", "/* A /* A */ A */", "/// ``A``", "let text = \"A\"", "let text = #\"\\(A)\"#", "import A",
        "import struct A.B", "let text = \"\"\"\nA \"A\" A\n\"\"\"", "let a = value.A", "private struct A {}; let a: A",
        "struct B { struct A {}; let a: A }", "struct B { struct A {} }; extension B { var a: A { A() } }",
        "func f() { struct A {}; _ = A() }", "enum B { private enum A {}; static let a: A? = nil }",
        "let text = \"\\\"A\"",
    ])
    func `What is no use is not found`(text: String) {
        #expect(arrows(["X/X.swift": text, "Y/A.swift": "public struct A {}"]).isEmpty)
    }

    @Test func `A name that two folders declare is the one that is nearest`() {
        let texts = [
            "X/B.swift": "struct B { enum Kind {} }",
            "Y/C.swift": "struct C { enum Kind {} }",
            "Z/D.swift": "extension B { var kind: Kind? { nil } }",
            "W/E.swift": "func f(_ kind: C.Kind) {}",
        ]
        #expect(arrows(texts) == ["Z→X", "W→Y"])
    }

    @Test func `A nested type belongs to the folder of the extension that declares it`() {
        let texts = [
            "X/B.swift": "struct B {}",
            "Y/B+Kind.swift": "extension B { enum Kind {} }",
            "Z/D.swift": "let kind: B.Kind? = nil",
            "W/E.swift": "extension B { static var first: Self.Kind? { nil } }",
        ]
        #expect(arrows(texts) == ["Y→X", "Z→X", "Z→Y", "W→X", "W→Y"])
    }

    @Test func `A nested type is found through a protocol, a superclass and a type alias`() {
        let texts = [
            "X/P.swift": "protocol P {}; extension P { typealias Kind = Int }",
            "Y/B.swift": "struct B {}; extension B: P {}; typealias Other = B",
            "Z/D.swift": "extension B { func f(_: Kind) {} }",
            "W/E.swift": "let kind: Other.Kind = 0",
        ]
        #expect(arrows(texts) == ["Y→X", "Z→Y", "Z→X", "W→Y", "W→X"])
    }

    @Test func `A private type is seen by its file only`() {
        let texts = [
            "X/X.swift": "private struct A {}", "Y/Y.swift": "struct A {}", "Z/Z.swift": "let a: A",
            "W/W.swift": "private struct Outer { struct A {} }; let a: Outer.A? = nil",
        ]
        #expect(arrows(texts) == ["Z→Y"])
    }

    @Test func `The list of folders is read from the article`() {
        let article = """
            # Architecture
            ### Not here
            | `A` | no folder |
            ## Folders
            ### `M`
            | Folder | What |
            |---|---|
            | `Plan` | What is to be done |
            | `.` | The whole of it |
            ### `N`
            | `Bytes` | What files hold |
            ## Next
            ### `O`
            | `B` | no folder |
            """
        let orders = FolderOrder.orders(in: article)
        #expect(orders.map(\.module) == ["M", "N"])
        #expect(orders.first?.folders.map(\.name) == ["Plan", "."])
        #expect(orders.first?.folders.map(\.purpose) == ["What is to be done", "The whole of it"])
    }
}
