internal import FFmpeg
internal import MediaTime
package import TimeStretch

/// The audio that a plan leads to, from any instant on, as samples.
package struct PlannedSound: Sendable {
    /// Samples a second.
    package let sampleRate: Int
    package let channelCount: Int
    /// How many samples the whole has: as many as the plan lasts.
    package let count: Int64

    private let plan: ExportPlan
    private let track: TrackPlan

    /// The audio of a plan; `nil` where it has none. The track is heard even where the plan leaves it out of the file.
    package init?(_ plan: ExportPlan) {
        let track = plan.tracks.first { track in
            track.source.kind == .audio && track.source.obstacle == nil && track.parts.contains { !$0.segments.isEmpty }
        }
        guard let track, let first = track.parts.first else { return nil }
        let parameters = plan.inputs[first.input].streams[first.source.index].parameters
        let (rate, channels) = (RenderingRate.of(parameters.sampleRate), parameters.channelLayout.channelCount)
        guard rate > 0, channels > 0, let count = try? plan.duration.ticks(over: Int32(rate), rounding: .nearest) else {
            return nil
        }
        (sampleRate, channelCount, self.count) = (rate, channels, count)
        (self.plan, self.track) = (plan, track)
    }

    /// Renders the audio from a sample on, in one run, and gives it block by block. Whoever takes it ends the rendering by an error.
    ///
    /// - Parameters:
    ///   - sample: The first sample that is given.
    ///   - pitch: How audio is stretched.
    ///   - take: Gets the samples, one block behind the other.
    /// - Throws: ``ExportError``; what `take` throws.
    package func render(
        from sample: Int64,
        pitch: PitchAlgorithm,
        _ take: @escaping (PlanarSamples) throws -> Void
    ) throws {
        let start = RationalTime(sample, Int32(sampleRate))
        let parts = try track.parts.compactMap { part -> TrackPart? in
            let segments = try part.segments.compactMap { segment -> TimeMapping? in
                guard segment.target.end > start else { return nil }
                return segment.target.start < start ? try segment.part(from: start, to: segment.target.end) : segment
            }
            return segments.isEmpty ? nil : part.with(segments, isOpenEnded: part.isOpenEnded)
        }
        var taker = GivenSound(position: sample, channelCount: channelCount, sampleRate: sampleRate, give: take)
        if !parts.isEmpty {
            let rendering = try AudioRendering(
                parts,
                of: plan.inputs,
                pitch: pitch,
                until: plan.duration,
                damage: DamageLog()
            )
            var source = try rendering.open()
            try rendering.run(from: &source, into: &taker)
        }
        try taker.fillSilence(until: count)
    }
}

/// Counts what is rendered.
private struct GivenSound: AudioTaker {
    var position: Int64
    let channelCount: Int
    let sampleRate: Int
    let give: (PlanarSamples) throws -> Void

    mutating func fillSilence(until sample: Int64) throws {
        while position < sample {
            let count = min(sample - position, Int64(sampleRate))
            try give(PlanarSamples(channelCount: channelCount, frameCount: Int(count)))
            position += count
        }
    }

    mutating func take(_ block: PlanarSamples) throws {
        position += Int64(block.frameCount)
        try give(block)
    }
}
