import FoundationEssentials
import Testing

/// Each tuned number names the sweep that it was chosen by, and there is such a sweep.
@Suite struct TuningTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
    }

    /// The numbers that are declared under `Tuning`, each with the comment above it on one line.
    private func numbers() throws -> [(name: String, comment: String)] {
        let folder = "Sources/TimeStretch/Tuning"
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.package.appending(path: folder).path)
        var numbers: [(name: String, comment: String)] = []
        for file in files.sorted() where file.hasPrefix("StretchTuning+") {
            var comment = ""
            for line in try text("\(folder)/\(file)").split(separator: "\n").map({ $0.drop { $0 == " " } }) {
                if line.hasPrefix("///") {
                    comment += line.dropFirst(3)
                } else {
                    let isNumber = line.hasPrefix("package var ") && !line.hasSuffix("Bool")
                    if isNumber {
                        numbers.append((String(line.split(separator: " ")[2].prefix { $0 != ":" }), comment))
                    }
                    comment = ""
                }
            }
        }
        return numbers
    }

    /// The text between a back quote and the next, after the word that announces it.
    private func sweep(in comment: String) -> String? {
        guard let word = comment.firstRange(of: "Sweep `") else { return nil }
        return String(comment[word.upperBound...].prefix { $0 != "`" })
    }

    @Test func `Each tuned number has a sweep, and each sweep a number`() throws {
        let numbers = try numbers()
        try #require(numbers.count > 20)
        let sweeps = try text("Sources/Benchmarks/TuningMeasurements/Sweep+All.swift")
        for number in numbers {
            let name = sweep(in: number.comment)
            #expect(name != nil, "\(number.name) names no sweep")
            #expect(sweeps.contains("named: \"\(name ?? "")\""), "there is no sweep for \(number.name)")
        }
        let declared = sweeps.split(separator: "named: \"").dropFirst().map {
            String($0.prefix { $0 != "\"" && $0 != " " })
        }
        let named = Set(numbers.compactMap { sweep(in: $0.comment) })
        #expect(Set(declared) == named)
    }
}
