/// Where a track is: its number in one of the files that are exported.
struct TrackPlace: Hashable, Sendable {
    /// The index of the file in ``ExportPlan/inputs``.
    let input: Int
    /// The track's own number.
    let index: Int
}

extension [TrackPart] {
    /// Where the track begins that takes these; `nil` where there are none.
    var place: TrackPlace? { first.map { TrackPlace(input: $0.input, index: $0.source.index) } }
}
