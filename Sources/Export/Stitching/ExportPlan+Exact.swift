public import Composition
public import MediaFormats

extension ExportPlan {
    /// Plans an export of which no more frames are encoded than edits make necessary: held and reversed ones, and those next to a
    /// jump within a source or from one to the next. All others are copied, where those can be encoded like them.
    ///
    /// - Parameters:
    ///   - composition: The edits.
    ///   - inputs: Every file that the composition plays, as for ``ExportPlan/init(_:of:settings:container:measuring:)``.
    ///   - settings: What the export is to be like.
    ///   - container: What it is written to.
    /// - Returns: The plan.
    /// - Throws: ``ExportError``, as the plan's initialiser.
    /// - Complexity: As the plan's initialiser, and O(size of what is encoded).
    public static func sparing(
        _ composition: Composition,
        of inputs: [MediaDescription],
        settings: ExportSettings = ExportSettings(),
        container: Container
    ) throws(ExportError) -> ExportPlan {
        // Whether frames may be encoded is asked of the plan that is made in the end.
        var free = settings
        free.copiesFramesOnly = false
        var plan = try ExportPlan(unnamed: composition, of: inputs, settings: free, container: container)
        guard let video = plan.video, video.isHinderedByEdits,
            case .stitched(let stitching) = try StitchPlanner.plan(video, of: plan)
        else {
            if settings.copiesFramesOnly {
                return try ExportPlan(composition, of: inputs, settings: settings, container: container)
            }
            try plan.nameFormatChanges()
            return plan
        }
        var changed = settings
        changed.stitching = stitching
        return try ExportPlan(composition, of: inputs, settings: changed, container: container)
    }

    /// Plans an export whose file holds no frame outside of the parts that are played.
    ///
    /// A copy begins with a key frame, and keeps what its frames refer to: behind an edit list, or visibly where the container
    /// has none. Where it would do so, the frames next to the in point and the out point are encoded like the source's, and those
    /// between them are copied (``TrackPlan/stitching``). Where none can be copied or the source's frames cannot be matched, all are encoded, and the
    /// plan says why. Frames are copied where nothing is left over.
    ///
    /// - Parameters:
    ///   - composition: The edits.
    ///   - inputs: Every file that the composition plays, as for ``ExportPlan/init(_:of:settings:container:measuring:)``.
    ///   - settings: What the export is to be like.
    ///   - container: What it is written to.
    /// - Returns: The plan.
    /// - Throws: ``ExportError``, as the plan's initialiser and ``countCopiedFrames()``.
    /// - Complexity: O(size of what is encoded) where frames can be matched; else O(size of the files).
    public static func exact(
        _ composition: Composition,
        of inputs: [MediaDescription],
        settings: ExportSettings = ExportSettings(),
        container: Container
    ) throws(ExportError) -> ExportPlan {
        let plan = try sparing(composition, of: inputs, settings: settings, container: container)
        guard let video = plan.video, case .copy = video.treatment else { return plan }
        var changed = settings
        switch try StitchPlanner.plan(video, of: plan) {
        case .whole:
            return plan
        case .stitched(let stitching):
            changed.stitching = stitching
        case .hindered(let obstacle, let encoding):
            guard let copied = try plan.countCopiedFrames(), copied.outside > 0 else { return plan }
            let frames = copied.outside == 1 ? "a frame" : "\(copied.outside) frames"
            changed.matchingVideo = encoding
            changed.copyingObstacle = "a copy would keep \(frames) outside of the part, and \(obstacle)"
        }
        return try ExportPlan(composition, of: inputs, settings: changed, container: container)
    }
}
