/// One algorithm on one run of audio. It gives output samples in order, as far as the source reaches.
protocol StretchEngine: AnyObject {
    /// The first source sample that is still needed.
    var earliestSourceNeeded: Int64 { get }

    /// Appends the next output samples to `output`: at most `count`, and as many as the source allows.
    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples)

    /// Forgets all audio; the next output sample is target sample `start`.
    func restart(at start: Int64)
}
