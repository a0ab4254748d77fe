import Composition
import Export
import FoundationEssentials
import MediaTime
import Testing

/// The example of the library in the README is this one, so that it compiles.
@Suite struct LibraryExampleTests {
    private func example() throws {
        // What the README shows begins here.
        let media = try MediaDescription(ofFile: "clip.mp4")
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
        try composition.scale(by: PlaybackRate(1, 2))

        var settings = ExportSettings()
        settings.timing = .constantFrameRate(FrameRate(60))
        let planner = try ExportPlanner.measuring(
            inputs: [media],
            composition: composition,
            settings: settings,
            container: .mp4
        )
        let plan = try planner.plan()
        for track in plan.tracks { print(track.source.kind, track.reason) }
        let report = try Exporter(plan: plan).run(to: "slow.mp4")
        print(report.output, report.frames)
        // And ends here.
    }

    @Test func `The README shows what compiles here`() throws {
        let file = URL(filePath: #filePath)
        let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(contentsOf: file, encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.hasSuffix("README shows begins here.") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("And ends here.") })
        let example = lines[(begin + 1)..<end].map { $0.dropFirst(8) }.joined(separator: "\n")
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("import MediaTime\n\n\(example)\n```"))
    }
}
