/// One algorithm at work on one run: output samples in order, from the source as far as it is there.
protocol StretchEngine: AnyObject {
    /// The first source sample that is still needed.
    var earliestSourceNeeded: Int64 { get }

    /// Appends the next output samples, at most `count` of them and as many as the source allows, to `output`.
    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples)

    /// Forgets all audio; the next output sample is target sample `start`.
    func restart(at start: Int64)
}
