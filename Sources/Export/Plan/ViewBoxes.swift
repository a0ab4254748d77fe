internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// Frames for two eyes, or of all around: what a movie says of them, and what becomes of it.
extension TrackPlan {
    /// What the muxer does not write into a movie by itself: into MOV nothing of it, into MP4 no more than `sideData` says.
    func viewBoxes(besides sideData: [StreamSideData], in container: Container) -> [MovieBox] {
        guard container.traits.hasEditLists, source.kind == .video else { return [] }
        let own = (source.movie?.views ?? []).filter { box in
            switch box.type {
            case "st3d", "sv3d": false
            default: isCopied
            }
        }
        guard container == .mov else { return own }
        let stored = source.movie?.views ?? []
        let sphere = sideData.contains(where: \.isSpherical) ? stored.first { $0.type == "sv3d" } : nil
        return [sideData.lazy.compactMap(\.stereoBox).first, sphere].compactMap(\.self) + own
    }

    /// Whether all of its frames are copied.
    private var isCopied: Bool { if case .copy = treatment { true } else { false } }

    /// Whether frames show all that those of the source do, where that lies there.
    var keepsViews: Bool {
        guard parts.allSatisfy({ $0.filters?.stabilisation == nil }), pair == nil else { return false }
        return recipe?.showsFramesAsTheyLie ?? true
    }

    /// What is lost of it, in words that follow the track's name; `nil` for nothing. `sideData` is what the source says.
    func lostViews(_ sideData: [StreamSideData], in container: Container) -> String? {
        guard source.kind == .video, treatment.isCarried else { return nil }
        let boxes = source.movie?.views ?? []
        let isForTwo = boxes.contains { $0.type == "vexu" }
        if isForTwo, !(isCopied && container.traits.hasEditLists) {
            let why = isCopied ? "\(container.rawValue) cannot say it" : "only the first one's frames are encoded"
            return "holds frames for two eyes (vexu), which is lost: \(why)"
        }
        let isStereo = sideData.contains(where: \.isStereo)
        let isSpherical = sideData.contains(where: \.isSpherical)
        guard isStereo || isSpherical else { return nil }
        let what = isSpherical ? "shows all that is around" : "has those of two eyes in each frame"
        if !keepsViews { return "\(what), which is no longer said: its frames no longer show all of that where it was" }
        switch container {
        case .mkv, .webm: return nil
        case .mp4, .m4a, .mov:
            let isStereoKept = !isStereo || sideData.contains { $0.stereoBox != nil }
            let isSphereKept = !isSpherical || container != .mov || boxes.contains { $0.type == "sv3d" }
            return isStereoKept && isSphereKept
                ? nil : "\(what) in a way that \(container.rawValue) cannot say: that is lost"
        default: return "\(what), which is lost: \(container.rawValue) cannot say it"
        }
    }
}

extension ExportPlanner {
    /// What is lost of frames for two eyes, or of all around.
    func viewWarnings(_ tracks: [TrackPlan]) -> [String] {
        tracks.compactMap { track in
            let streams = inputs[track.parts.first?.input ?? 0].streams
            let sideData = streams.first { $0.index == track.source.index }?.sideData ?? []
            return track.lostViews(sideData, in: container).map { "\(track.source.label) \($0)" }
        }
    }
}
