internal import Benchmark
internal import Composition
internal import Export
internal import MediaFormats
internal import MediaTime

/// What a person waits for before anything is exported: a thousand edits, and the plan of them.
func planSuite(_ clips: Clips) throws -> BenchmarkSuite {
    let suite = BenchmarkSuite(name: "plan", settings: Iterations(20), TimeUnit(.ms))
    let media = try MediaDescription(ofFile: clips.long)
    let edited = try edit(media.asset)
    suite.benchmark("make \(editCount) edits") { _ = try edit(media.asset) }
    suite.benchmark("plan \(editCount) edits") {
        _ = try ExportPlan(edited, of: [media], container: .mp4, measuring: false)
    }
    return suite
}

private let editCount: Int64 = 1000

/// The whole asset, every other part of it slowed down to half speed.
private func edit(_ asset: Asset) throws -> Composition {
    var composition = try Composition([asset])
    let part = try asset.duration.scaled(by: 1, over: 2 * editCount)
    let half = try part.scaled(by: 2, over: 1)
    try composition.apply(
        (0..<editCount).map { index in
            .duration(try TimeRange(start: part.scaled(by: 2 * index, over: 1), duration: part), half)
        }
    )
    return composition
}
