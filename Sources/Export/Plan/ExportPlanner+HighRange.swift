internal import FFmpeg

/// What becomes of the data by which packets of high dynamic range say more than their frames: encoded frames lack it.
extension ExportPlanner {
    /// - Throws: ``ExportError/Code/unsupported`` where frames would be encoded whose colours nobody knows without that data.
    func checkColours(of tracks: [TrackPlan]) throws(ExportError) {
        for track in tracks where track.encodesFrames {
            for part in track.parts {
                let media = inputs[part.input]
                let data = stream(of: part)?.sideData ?? []
                guard let profile = data.lazy.compactMap(\.lonelyDolbyVision).first else { continue }
                throw ExportError(
                    .unsupported,
                    "frames of \(media.path) can only be copied: they are Dolby Vision of profile \(profile), whose colours "
                        + "are right with its own data only, and encoded frames lack it"
                )
            }
        }
    }

    /// What the user should know.
    func sceneLightWarnings(_ tracks: [TrackPlan]) -> [String] {
        guard let video = tracks.first(where: \.encodesFrames), video.recipe?.colour != .toneMapped else { return [] }
        var seen: Set<Int> = []
        return video.parts.filter { seen.insert($0.input).inserted }.compactMap { part in
            let media = inputs[part.input]
            guard let names = stream(of: part).map(media.sceneLight), !names.isEmpty else { return nil }
            return "encoded frames lack what \(media.path) says of the light of each scene "
                + "(\(names.joined(separator: ", "))): displays take what holds for the whole clip"
        }
    }

    /// `nil` where a description was made without a file.
    func stream(of part: TrackPart) -> StreamInfo? {
        inputs[part.input].streams.first { $0.index == part.source.index }
    }
}
