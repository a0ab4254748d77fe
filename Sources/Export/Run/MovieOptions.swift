internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// libavformat's options for MP4 and MOV.
enum MovieOptions {
    static func options(for plan: ExportPlan) -> [MetadataEntry] {
        guard plan.container.traits.hasTrackTimescales else { return [] }
        // Edit lists are counted in the movie's timescale: the usual 1000 would round every track's duration.
        var options = [MetadataEntry(key: "movie_timescale", value: String(timescale(of: plan)))]
        // FLAC in MP4 is a finished standard, but this libavformat still calls it experimental.
        options.append(MetadataEntry(key: "strict", value: "experimental"))
        return options
    }

    /// One in which the instants of all tracks are exact, and their out points, too: a last frame may be shown for less than a
    /// tick of its track. Chapters are counted in it, so it is coarser where one lasts long.
    static func timescale(of plan: ExportPlan) -> Int32 {
        let tracks = Timescale.common(
            of: plan.carried.compactMap { track in
                switch track.treatment {
                case .copy(let timescale, _): track.source.kind == .subtitle ? nil : timescale
                case .stitch(_, let clock): clock.outputRate?.numerator
                case .encodeVideo(_, let clock): clock.outputRate?.numerator
                case .encodeAudio(_, let sampleRate, _): Int32(sampleRate)
                case .rewriteText, .attach, .leaveOut: nil
                }
            }
        )
        let ends = plan.carried.compactMap { $0.parts.last?.segments.last?.target.end.reduced.timescale }
        // Each lasts until the next one begins.
        let longest = ContinuousChapters.filled(plan.chapters).map(\.range.duration.seconds).max() ?? 0
        let gap = ContinuousChapters.shortestGap.seconds
        return Timescale.coarser(Timescale.finer(tracks, for: ends), limit: TimescaleLimit.holding(longest + gap))
    }
}

extension ExportPlan {
    /// Whether payloads of copied tracks need not be read: the output is a movie that is written once, from its beginning to its
    /// end.
    var leavesPayloads: Bool {
        [.mp4, .m4a, .mov].contains(container)
            && carried.contains { track in
                switch track.treatment {
                case .copy, .stitch: true
                default: false
                }
            }
    }
}
