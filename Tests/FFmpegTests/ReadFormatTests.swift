import TestSupport
import Testing

@testable import FFmpeg

@Suite struct ReadFormatTests {
    /// By libavformat's names, which end each row of the article's table.
    @Test func `The article names every kind of file that is read, and no other`() throws {
        let article = try PackageFolder().text("Sources/overcrank/overcrank.docc/WhatIsRead.md")
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") }
        try #require(rows.count > 5)
        let named = rows.dropFirst().flatMap { row -> [String] in
            guard let cell = row.split(separator: "|").last else { return [] }
            return cell.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        }
        let read: [String] = InputFormats.names + InputFormats.bareVideo
        #expect(Set(named) == Set(read))
        #expect(Set(named).count == named.count)
    }
}
