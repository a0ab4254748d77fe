internal import Composition
internal import FFmpeg
internal import MediaFormats

/// A plan in the making. Its first version says which frames can be copied, and that decides about the last one. What may be refused
/// because of copied frames, is asked of that alone.
struct PlanDraft {
    private let composition: Composition
    private let inputs: [MediaDescription]
    private let container: Container
    private let first: ExportPlan
    /// What the last version is to be like.
    private var settings: ExportSettings
    /// Whether that is another than the first.
    private var isChanged: Bool

    /// Takes what is to be planned, and finds out which frames can be copied in spite of the edits.
    ///
    /// - Complexity: As that of a plan, and O(size of what is encoded).
    init(
        _ composition: Composition,
        of inputs: [MediaDescription],
        settings: ExportSettings,
        container: Container
    ) throws(ExportError) {
        (self.composition, self.inputs, self.container, self.settings) = (composition, inputs, container, settings)
        isChanged = settings.copiesFramesOnly || settings.timecode != nil
        var free = settings
        (free.copiesFramesOnly, free.timecode) = (false, nil)
        first = try ExportPlan(unnamed: composition, of: inputs, settings: free, container: container)
        guard let video = first.video, video.isHinderedByEdits, let place = video.parts.place,
            case .stitched(let stitching) = try StitchPlanner.plan(video, of: first)
        else { return }
        (self.settings.stitchings[place], isChanged) = (stitching, true)
    }

    /// Has those frames encoded that a copy would keep, or need, outside of what is played: next to the cuts where those can be like the
    /// copied ones, and else all of a track.
    ///
    /// - Complexity: O(size of what is encoded) where frames can be matched, and O(size of the copied tracks) elsewhere.
    mutating func leaveNothingOutside() throws(ExportError) {
        let copied = first.carried.filter { track in
            if track.source.kind == .video, case .copy = track.treatment { true } else { false }
        }
        for track in copied {
            guard let place = track.parts.place else { continue }
            switch try StitchPlanner.plan(track, of: first) {
            case .whole: keep(place)
            case .stitched(let stitching): (settings.stitchings[place], isChanged) = (stitching, true)
            case .hindered(let obstacle, let encoding): try encode(track, as: encoding, because: obstacle)
            }
        }
    }

    /// Notes that a copy of a track holds what is played, and no more. Where an edit list would hide the rest anyway, that changes nothing.
    private mutating func keep(_ place: TrackPlace) {
        guard !container.traits.hasEditLists else { return }
        settings.wholeCopies.insert(place)
        isChanged = true
    }

    /// Has all of a track encoded where a copy would keep frames that are not played.
    private mutating func encode(
        _ track: TrackPlan,
        as encoding: VideoEncoding?,
        because obstacle: String
    ) throws(ExportError) {
        guard let place = track.parts.place, let copied = try first.countCopiedFrames(of: track) else { return }
        guard copied.outside > 0 else { return keep(place) }
        let frames = copied.outside == 1 ? "a frame" : "\(copied.outside) frames"
        let reason = "a copy would keep \(frames) outside of the part, and \(obstacle)"
        settings.knownObstacles[place] = KnownObstacle(reason: reason, encoding: encoding)
        isChanged = true
    }

    /// The plan.
    func finished() throws(ExportError) -> ExportPlan {
        if isChanged { return try ExportPlan(composition, of: inputs, settings: settings, container: container) }
        var plan = first
        try plan.nameFormatChanges()
        return plan
    }
}
