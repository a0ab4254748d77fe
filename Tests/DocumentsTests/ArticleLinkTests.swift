import FoundationEssentials
import TestSupport
import Testing

/// Whoever reads the README finds every article by links that a browser follows.
@Suite struct ArticleLinkTests {
    private let package = PackageFolder()

    @Test func `Every article can be reached from the README`() throws {
        let sources = try FileManager.default.subpathsOfDirectory(atPath: package.path("Sources"))
        let articles = Set(sources.filter { $0.hasSuffix(".md") }.map { "Sources/\($0)" })
        try #require(articles.count > 20)
        var reached: Set<String> = []
        var ahead = ["README.md"]
        while let article = ahead.popLast() {
            guard reached.insert(article).inserted else { continue }
            ahead += try Self.links(in: package.text(article)).map { Self.path($0, from: article) }
                .filter { $0.hasSuffix(".md") }
        }
        #expect(articles.subtracting(reached).isEmpty)
    }

    @Test func `Every link to a file leads to one`() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: package.path("Sources")).map { "Sources/\($0)" }
        let articles =
            ["README.md", "CONTRIBUTING.md", "Tests/CameraRig/README.md"] + files.filter { $0.hasSuffix(".md") }
        for article in articles {
            for link in try Self.links(in: package.text(article)) {
                let path = Self.path(link, from: article)
                #expect(FileManager.default.fileExists(atPath: package.path(path)), "\(article): \(link)")
            }
        }
    }

    /// The targets of `[text](target)`, without those on the web.
    private static func links(in text: String) -> [String] {
        text.split(separator: "](").dropFirst().compactMap { part in
            let link = part.prefix { $0 != ")" }.prefix { $0 != "#" }
            return link.isEmpty || link.contains("://") ? nil : String(link)
        }
    }

    /// A link's path below the package's folder.
    private static func path(_ link: String, from article: String) -> String {
        var parts = article.split(separator: "/").dropLast()
        for part in link.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
