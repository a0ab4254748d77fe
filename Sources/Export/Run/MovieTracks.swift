internal import FFmpeg
internal import Files
internal import MediaFormats
internal import MediaSyntax

/// What a finished MP4 or MOV says of its tracks and libavformat does not write: which of them players choose, what they are for,
/// what is said of them under keys, and of frames for two eyes or of all around.
struct MovieTracks {
    private let descriptor: Int32
    private let plan: ExportPlan
    /// Each with what the muxer was told of it, in the order of the file.
    private let tracks: [(plan: TrackPlan, description: Muxer.StreamDescription)]

    /// Of an open file of which the index is the last box. `tracks` are those that are tracks there.
    init(descriptor: Int32, plan: ExportPlan, tracks: [(plan: TrackPlan, description: Muxer.StreamDescription)]) {
        (self.descriptor, self.plan, self.tracks) = (descriptor, plan, tracks)
    }

    /// Writes it.
    func write() throws(ExportError) {
        try FinishedFile.writing("which tracks players choose") { () throws(FileError) in try writeChoices() }
        for (number, track) in tracks.enumerated() {
            let keys = track.plan.movieKeys(in: plan.container)
            guard !keys.isEmpty else { continue }
            try FinishedFile.writing("what is said of the tracks") { () throws(FileError) in
                try add(MovieKeysBox(keys).bytes, toTrack: number)
            }
        }
        // libavformat writes them into MP4 only.
        for (number, track) in tracks.enumerated() where plan.container == .mov {
            let roles = track.description.disposition.roles
            guard !roles.isEmpty else { continue }
            try FinishedFile.writing("what tracks are for") { () throws(FileError) in try add(roles, toTrack: number) }
        }
        for (number, track) in tracks.enumerated() {
            let boxes = track.plan.viewBoxes(besides: track.description.sideData, in: plan.container)
            for box in boxes { try SampleEntryExtension(descriptor: descriptor).add(box, toTrack: number) }
        }
    }

    /// Whether there are such tracks.
    private func writeChoices() throws(FileError) -> Bool {
        let movie = try BoxScanner(file: descriptor)
        guard let index = try movie.first("moov") else { return false }
        let choices = TrackChoices(tracks.map(\.plan), of: plan.inputs)
        for (number, track) in try movie.boxes("trak", in: index.content).enumerated() {
            guard let choice = choices[number] else { continue }
            guard let place = try movie.first("tkhd", in: track.content),
                var header: TrackHeaderBox = try movie.content(of: place)
            else { return false }
            (header.isEnabled, header.group) = (choice.isEnabled ?? header.isEnabled, choice.group)
            try FileBytes.write(Array(header.payload), to: descriptor, at: place.content.lowerBound)
        }
        return true
    }

    /// Whether the index takes them.
    private func add(_ bytes: [UInt8], toTrack number: Int) throws(FileError) -> Bool {
        guard let path = try path(toTrack: number) else { return false }
        return try MovieIndex(descriptor: descriptor).add(bytes, to: path)
    }

    /// Whether the index takes them.
    private func add(_ roles: [TrackRole], toTrack number: Int) throws(FileError) -> Bool {
        guard let path = try path(toTrack: number) else { return false }
        return try MovieIndex(descriptor: descriptor).addUserData(roles.flatMap(\.box), to: path)
    }

    /// The index and the track; `nil` where the index takes no more.
    private func path(toTrack number: Int) throws(FileError) -> [LocatedBox]? {
        guard let index = try MovieIndex(descriptor: descriptor).box else { return nil }
        let tracks = try BoxScanner(file: descriptor).boxes("trak", in: index.content)
        return tracks.indices.contains(number) ? [index, tracks[number]] : nil
    }
}

extension Disposition {
    /// The roles that it has in MP4 and MOV.
    fileprivate var roles: [TrackRole] {
        let all: [(Disposition, TrackRole)] = [
            (.hearingImpaired, .caption), (.commentary, .commentary), (.visualImpaired, .description), (.dub, .dub),
            (.forced, .forcedSubtitle),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

extension TrackPlan {
    /// What is said of it under keys, as it was stored where it is still the same.
    fileprivate func movieKeys(in container: Container) -> [MovieKeysBox.Item] {
        let stored = source.movie?.keys ?? []
        // The timecode is that of a track.
        let said = metadata.filter { $0.key.lowercased() != StartTimecode.key }
        let texts = MovieKeys.box(of: MovieKeys.ofTracks(said, stored: stored, in: container), stored: stored).items
        return texts
            + stored.filter { item in
                if case .stored = item.value { !MetadataFact.place.isSaid(by: item.key) } else { false }
            }
    }
}
