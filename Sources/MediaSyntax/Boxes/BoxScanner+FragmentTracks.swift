extension BoxScanner {
    /// Calls a body with what the fragments of a movie say of its tracks, by their numbers, in the order of the file, as long as it returns `true`.
    /// `extends` is what the movie says of all its fragments (`mvex`).
    ///
    /// - Complexity: O(size of the descriptions of these fragments), each a read, and a read for every other box of the file up to there.
    func forEachFragmentTrack(
        _ extends: LocatedBox,
        _ body: (UInt32, FragmentTrack) -> Bool
    ) throws(Failure) {
        let usual = try usualDurations(in: extends)
        var position: UInt64 = 0
        for _ in 0..<Self.searchLimit {
            guard let box = try box(at: position) else { return }
            position = box.range.upperBound
            guard box.type == "moof", let description = try read(box) else { continue }
            for track in description.children where track.type == "traf" {
                guard let header: TrackFragmentHeaderBox = track.child() else { continue }
                let time: TrackFragmentTimeBox? = track.child()
                let runs = track.children.compactMap { child -> (box: TrackRunBox, position: UInt64)? in
                    guard let run: TrackRunBox = child.content() else { return nil }
                    let offset = child.payload.startIndex - description.payload.startIndex
                    return (run, box.content.lowerBound + UInt64(offset))
                }
                let found = FragmentTrack(
                    runs: runs,
                    time: time?.time,
                    usual: header.duration ?? usual[header.trackID] ?? 0
                )
                guard body(header.trackID, found) else { return }
            }
        }
    }
}
