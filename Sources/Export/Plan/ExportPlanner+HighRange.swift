internal import FFmpeg

/// What becomes of the data by which packets of high dynamic range say more than their frames: encoded frames lack it.
extension ExportPlanner {
    /// - Throws: ``ExportError/Code/unsupported`` where frames would be encoded whose colours nobody knows without that data.
    func checkColours(of tracks: [TrackPlan]) throws(ExportError) {
        for track in tracks where track.encodesFrames {
            for part in track.parts {
                let media = inputs[part.input]
                let profile = media.streams[part.source.index].sideData.lazy.compactMap(\.lonelyDolbyVision).first
                guard let profile else { continue }
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
            let names = media.sceneLight(in: media.streams[part.source.index])
            guard !names.isEmpty else { return nil }
            return "encoded frames lack what \(media.path) says of the light of each scene "
                + "(\(names.joined(separator: ", "))): displays take what holds for the whole clip"
        }
    }
}
