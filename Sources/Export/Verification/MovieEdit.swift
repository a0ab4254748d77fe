internal import MediaSyntax
internal import MediaTime

/// The edit list of a track as this library's exports have it: at most one pause, and then one part of the track.
struct MovieEdit {
    /// How long the pause is, in ticks of the track, rounded to the nearest.
    let offset: Int64
    /// What is presented first after it, in ticks of the track.
    let mediaStart: Int64
    /// How long the part is, in ticks of the movie; `nil` where there is no edit list.
    private let duration: Int64?
    private let pause: Int64
    private let timescale: Int32
    private let movieTimescale: Int32

    /// The edit list of a `trak`; `nil` where it is of another form.
    init?(_ track: MovieBox, _ timescale: Int32, _ movieTimescale: Int32) {
        self.timescale = timescale
        self.movieTimescale = movieTimescale
        let list: EditListBox? = track.child("edts")?.child()
        var entries = (list?.entries ?? [])[...]
        var pause: Int64 = 0
        if let first = entries.first, first.mediaTime == -1 {
            pause = Int64(clamping: first.duration)
            entries = entries.dropFirst()
        }
        guard entries.count <= 1, pause <= Int64(Int32.max) << 16 else { return nil }
        self.pause = pause
        offset = Int64((Int128(pause) * Int128(timescale) * 2 + Int128(movieTimescale)) / (2 * Int128(movieTimescale)))
        mediaStart = entries.first?.mediaTime ?? 0
        duration = entries.first.map { Int64(clamping: $0.duration) }
    }

    /// Where the edit list puts the first sample, in ticks of the track, be it hidden or not.
    var origin: Int64 { offset - mediaStart }

    /// When a sample is presented whose composition time this is, in ticks of the track; `nil` where it is not.
    func presentation(of instant: Int64) -> Int64? {
        let place = instant - mediaStart
        guard let duration else { return instant + offset }
        guard place >= 0, Int128(place) * Int128(movieTimescale) < Int128(duration) * Int128(timescale) else {
            return nil
        }
        return place + offset
    }

    /// When the presentation ends; `nil` where there is no edit list.
    var end: RationalTime? {
        duration.flatMap { RationalTime(ticks: pause + $0, unitNumerator: 1, unitDenominator: movieTimescale) }
    }
}
