public import Composition
public import MediaFormats

extension ExportPlan {
    /// Plans an export whose file holds no frame outside of the parts that are played.
    ///
    /// A copy begins with a key frame, and keeps what its frames refer to: behind an edit list, or visibly where the container
    /// has none. Where it would do so, the video is encoded instead. Frames are copied where nothing is left over.
    ///
    /// - Parameters:
    ///   - composition: The edits.
    ///   - inputs: Every file that the composition plays, as for ``ExportPlan/init(_:of:settings:container:measuring:)``.
    ///   - settings: What the export is to be like.
    ///   - container: What it is written to.
    /// - Returns: The plan.
    /// - Throws: ``ExportError``, as the plan's initialiser and ``countCopiedFrames()``.
    /// - Complexity: O(size of the files).
    public static func exact(
        _ composition: Composition,
        of inputs: [MediaDescription],
        settings: ExportSettings = ExportSettings(),
        container: Container
    ) throws(ExportError) -> ExportPlan {
        let plan = try ExportPlan(composition, of: inputs, settings: settings, container: container)
        guard let copied = try plan.countCopiedFrames(), copied.outside > 0 else { return plan }
        var encoded = settings
        let frames = copied.outside == 1 ? "a frame" : "\(copied.outside) frames"
        encoded.copyingObstacle = "a copy would keep \(frames) outside of the part"
        return try ExportPlan(composition, of: inputs, settings: encoded, container: container)
    }
}
