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
            let numbers = [track.trackID] + track.counted
            for stream in streams where numbers.contains(where: { stream.id == Int($0) }) {
                timecodes[stream.index] = timecode
                for index in tracks.indices where tracks[index].index == stream.index {
                    tracks[index].metadata = tracks[index].metadata.map { item in
                        item.key.lowercased() == "timecode"
                            ? MetadataItem(key: item.key, value: first.description) : item
                    }
                }
            }
        }
    }
}
