import Comparison
import Composition
import Export
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// A comparison of a small clip with frames, made once for a suite.
struct ComparedClip {
    @TaskLocal static var current: ComparedClip?

    let directory: String
    let report: ComparisonReport
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 120, at: .fps(60))
        var audio = Clip.Audio("aac", samples: 32_000)
        // A low rate makes the test program short.
        audio.sampleRate = 16_000
        clip.audioTracks = [audio]
        let media = try MediaDescription(ofFile: try clip.write(to: scratch))
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
        var settings = ComparisonSettings()
        settings.rates = [PlaybackRate(1, 2), PlaybackRate(2)]
        settings.algorithms = [.timeDomain, .lowLatency, .varispeed]
        let plan = try ComparisonPlan(input: media, composition: composition, settings: settings)
        directory = scratch.file("compared")
        report = try ComparisonRunner(plan: plan).run(to: directory)
    }
}

/// Makes the comparison before the suite, and removes it after.
struct ComparedClipTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ComparedClip.$current.withValue(try ComparedClip()) { try await function() }
    }
}

extension Trait where Self == ComparedClipTrait {
    static var comparedClip: Self { Self() }
}
