internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// Which tracks of a movie players choose.
///
/// libavformat enables every track that is a default one, and where none of a kind is, the first; and it makes alternatives of all tracks of
/// a kind, or of none. A movie that is exported to a movie says itself what of it is chosen. In Matroska all tracks of a kind are
/// alternatives, several may be default ones, and subtitles that are not are not shown.
struct TrackChoices {
    struct Choice {
        /// `nil`: as libavformat has it.
        let isEnabled: Bool?
        /// The number of the tracks of which one is chosen; 0 for none.
        let group: UInt16
    }

    private var choices: [Int: Choice] = [:]

    /// The choice of a track, by its place in the file; `nil` where it is libavformat's.
    subscript(place: Int) -> Choice? { choices[place] }

    /// Of tracks in the order of the file.
    init(_ tracks: [TrackPlan], of inputs: [MediaDescription]) {
        for kind in [MediaTrack.Kind.video, .audio, .subtitle, .data] {
            let places = tracks.indices.filter { tracks[$0].source.kind == kind && tracks[$0].mixed.isEmpty }
            let carried = places.map { tracks[$0].source }
            // One that is enabled may be left out: then the first of the others takes its place.
            let areKept =
                kind != .data
                && (carried.contains { $0.movie?.isEnabled ?? false }
                    // Video is what the file is there for, so the first is enabled where none is (`hiddenVideo`).
                    || kind != .video && !carried.contains { $0.movie?.isKindEnabled ?? false })
            for place in places {
                guard let movie = tracks[place].source.movie else { continue }
                choices[place] = Choice(isEnabled: areKept ? movie.isEnabled : nil, group: movie.group)
            }
            let others = places.filter { tracks[$0].source.isOfMatroska }
            let usable = others.filter { !tracks[$0].source.isDisabled }
            switch kind {
            case .audio, .subtitle: break
            // Where none is disabled, several may be shown.
            case .video where usable.count < others.count && carried.contains { !$0.isDisabled }: break
            default: continue
            }
            // One that comes from a movie may be chosen already.
            let isChosen = kind != .video && choices.contains { places.contains($0.key) && $0.value.isEnabled ?? false }
            let first =
                isChosen
                ? nil
                : usable.first { Self.isDefault(tracks[$0], of: inputs) } ?? (kind == .subtitle ? nil : usable.first)
            let group: UInt16 = kind == .video ? 0 : kind == .audio ? 1 : 2
            for place in others {
                let isEnabled = kind == .video ? usable.contains(place) || place == first : place == first
                choices[place] = Choice(isEnabled: isEnabled, group: group)
            }
        }
    }

    /// The tracks that players are not to present, as Matroska said of them and is to say again, by their places among the tracks of the file; none
    /// in other containers. Those of movies are no default ones there.
    static func disabledInMatroska(_ plan: ExportPlan) -> [Int] {
        switch plan.container {
        case .mkv, .mka, .webm: break
        default: return []
        }
        // All else is attached.
        let tracks = plan.carried.filter { [.video, .audio, .subtitle].contains($0.source.kind) }
        func shows(_ kind: MediaTrack.Kind) -> Bool {
            tracks.contains { $0.source.kind == kind && !$0.source.isDisabled }
        }
        // A file is there for its video, or else for its audio: of these, the first is enabled where none is.
        let main: MediaTrack.Kind = tracks.contains { $0.source.kind == .video } ? .video : .audio
        let first = shows(main) ? nil : tracks.firstIndex { $0.source.kind == main }
        return tracks.indices.filter { place in
            let source = tracks[place].source
            return source.isOfMatroska && source.isDisabled && tracks[place].mixed.isEmpty && place != first
        }
    }

    /// The video of a file that shows none but this, though its own file says that it is not to be presented; `nil` where there is none.
    static func hiddenVideo(_ tracks: [TrackPlan]) -> TrackPlan? {
        let video = tracks.filter { $0.source.kind == .video && $0.treatment.isCarried }
        return video.allSatisfy(\.source.isDisabled) ? video.first : nil
    }

    private static func isDefault(_ track: TrackPlan, of inputs: [MediaDescription]) -> Bool {
        let streams = inputs[track.parts.first?.input ?? 0].streams
        return streams.first { $0.index == track.source.index }?.disposition.contains(.defaultStream) ?? false
    }
}
