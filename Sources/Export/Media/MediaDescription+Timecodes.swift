internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime

extension MediaDescription {
    /// libavformat gives tracks the timecode of the first sample of a track of timecode, also where an edit list begins later. Here it is that of
    /// what is presented first.
    mutating func stateTimecodes(_ found: [TimecodeTrack]) {
        for track in found {
            guard let timecode = RunningTimecode(track, origin: origin), let first = try? timecode.code(at: .zero)
            else { continue }
            let numbers = ([track.trackID] + track.counted).map { Int($0) }
            let indexes = streams.filter { numbers.contains($0.id) }.map(\.index)
            for place in tracks.indices where indexes.contains(tracks[place].index) {
                timecodes[tracks[place].index] = timecode
                tracks[place].metadata = tracks[place].metadata.map { item in
                    item.key.lowercased() == "timecode" ? MetadataItem(key: item.key, value: first.description) : item
                }
            }
        }
    }
}
