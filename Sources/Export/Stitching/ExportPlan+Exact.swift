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
        try PlanDraft(composition, of: inputs, settings: settings, container: container).finished()
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
        var draft = try PlanDraft(composition, of: inputs, settings: settings, container: container)
        try draft.leaveNothingOutside()
        return try draft.finished()
    }
}
