/// Gives silence, as long as it is asked for.
final class MuteEngine: StretchEngine {
    var earliestSourceNeeded: Int64 { .max }

    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) {
        output.appendSilence(count)
    }

    func restart(at start: Int64) {}
}
