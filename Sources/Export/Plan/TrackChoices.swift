internal import FFmpeg
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
                (kind == .audio || kind == .subtitle)
                && (carried.contains { $0.movie?.isEnabled ?? false }
                    || !carried.contains { $0.movie?.isKindEnabled ?? false })
            for place in places {
                guard let movie = tracks[place].source.movie else { continue }
                choices[place] = Choice(isEnabled: areKept ? movie.isEnabled : nil, group: movie.group)
            }
            guard kind == .audio || kind == .subtitle else { continue }
            let others = places.filter { tracks[$0].source.isOfMatroska }
            let first = others.first { Self.isDefault(tracks[$0], of: inputs) } ?? (kind == .audio ? others.first : nil)
            for place in others {
                choices[place] = Choice(isEnabled: place == first, group: kind == .audio ? 1 : 2)
            }
        }
    }

    private static func isDefault(_ track: TrackPlan, of inputs: [MediaDescription]) -> Bool {
        let streams = inputs[track.parts.first?.input ?? 0].streams
        return streams.first { $0.index == track.source.index }?.disposition.contains(.defaultStream) ?? false
    }
}
