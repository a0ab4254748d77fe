import Capture
import Foundation
import Testing

@testable import MediaFormats

/// What is written about codecs and containers leaves none out.
@Suite struct FormatDocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The words of the README's table row for an option of a command.
    private static func words(ofRow option: String, after heading: String = "") throws -> Set<Substring> {
        let readme = try text("README.md")
        let start = heading.isEmpty ? readme.startIndex : try #require(readme.range(of: heading)).upperBound
        let row = try #require(readme[start...].split(separator: "\n").first { $0.hasPrefix("| `\(option)`") })
        return Set(row.split { !$0.isLetter && !$0.isNumber })
    }

    @Test func `The README names every ending`() throws {
        let words = try Self.words(ofRow: "-o")
        for ending in Container.endings { #expect(words.contains(Substring(ending)), "\(ending)") }
    }

    @Test func `The README names every codec`() throws {
        let video = try Self.words(ofRow: "--video-codec")
        for codec in VideoCodec.allCases { #expect(video.contains(Substring(codec.rawValue)), "\(codec)") }
        let audio = try Self.words(ofRow: "--audio-codec")
        for codec in AudioCodec.allCases { #expect(audio.contains(Substring(codec.rawValue)), "\(codec)") }
    }

    @Test func `The README names every way to store a recording's frames`() throws {
        let words = try Self.words(ofRow: "--video-codec", after: "| Option of `record` |")
        for coding in FrameCoding.allCases { #expect(words.contains(Substring(coding.rawValue)), "\(coding)") }
    }

    private static let article = "Sources/MediaFormats/MediaFormats.docc/AddingACodecOrContainer.md"

    @Test func `Every place that the article names is there`() throws {
        let paths = try Self.text(Self.article).split(separator: "`").filter { $0.contains("/") && !$0.contains(" ") }
        try #require(paths.count > 5)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: String(path)).path), "\(path)")
        }
    }

    /// A file that tells codecs or containers apart in a `switch` needs a line for a new one.
    @Test func `The article names every file that goes through codecs or containers case by case`() throws {
        let article = try Self.text(Self.article)
        let sources = Self.root.appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        try #require(files.count > 100)
        let cases = [
            Container.allCases.map(\.rawValue), VideoCodec.allCases.map(\.rawValue),
            AudioCodec.allCases.map(\.rawValue),
            FrameCoding.allCases.map(\.rawValue),
        ]
        var found = 0
        for file in files {
            let labels = Self.caseLabels(in: try Self.text("Sources/\(file)"))
            // Three cases of one type in one file are no chance.
            guard cases.contains(where: { labels.intersection($0).count >= 3 }) else { continue }
            found += 1
            #expect(article.contains("`Sources/\(file)`"), "Sources/\(file) goes through them case by case")
        }
        #expect(found >= 5)
    }

    /// The names after `case .` at the beginning of lines.
    private static func caseLabels(in text: String) -> Set<String> {
        var labels: Set<String> = []
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("case ") else { continue }
            for part in line.dropFirst(5).split(separator: ",") {
                let name = part.drop { $0 == " " || $0 == "." }.prefix { $0.isLetter || $0.isNumber }
                labels.insert(String(name))
            }
        }
        return labels
    }
}
