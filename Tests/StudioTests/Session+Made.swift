import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport

@testable import Studio

/// Plans of one clip at one rate, as far as tests of a session need them.
struct PlainPlanner: StudioPlanner {
    var rate = PlaybackRate.normal
    var edits: [Edit] = []
    var timing = ExportSettings.OutputTiming.passthrough

    func plan(_ arguments: [String], opened: [PlannedClip]) throws -> ExportPlan {
        guard let clip = opened.first(where: { arguments.contains($0.media.path) }) else {
            throw StudioError(.invalid, "no clip")
        }
        var composition = try Composition([clip.media.asset])
        let range = try TimeRange(start: .zero, end: composition.duration)
        let resolved = try edits.compactMap { edit in
            try edit.resolved(within: range) { expression in
                guard case .time(let time) = expression else { throw StudioError(.invalid, "\(expression)") }
                return time
            }
        }
        try composition.apply(resolved, from: .zero)
        try composition.scale(by: rate)
        var settings = ExportSettings()
        settings.timing = timing
        return try ExportPlan(composition, of: [clip.media], settings: settings, container: .mkv)
    }

    func document(of plan: ExportPlan, output: String) throws -> String { "{}" }
}

extension StudioSession {
    /// A session with a clip, when all of its frames are known.
    static func opened(
        _ path: String,
        in scratch: ScratchDirectory,
        planner: PlainPlanner = PlainPlanner()
    ) throws -> (session: StudioSession, clip: OpenedClip) {
        var settings = StudioSettings()
        (settings.clips, settings.outputFolder) = ([path], scratch.path)
        let session = try StudioSession(settings, planner: planner)
        let clip = try session.library.clip(1)
        try Patience.wait { clip.index.isComplete }
        return (session, clip)
    }
}

extension Picture {
    /// The number that its frame shows.
    func number(in scratch: ScratchDirectory) throws -> Int64? {
        let path = try scratch.write(jpeg, to: "picture-\(clip)-\(frame)-\(width)")
        return try ClipReader(path).frames().first?.number
    }
}
