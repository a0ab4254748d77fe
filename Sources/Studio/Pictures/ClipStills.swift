internal import Export
internal import MediaTime

/// A frame in its full resolution.
enum ClipStills {
    /// The PNG file of a frame, as the program's own stills are. Frames are counted from 0.
    ///
    /// - Throws: ``StudioError``.
    static func png(of clip: OpenedClip, frame: Int) throws(StudioError) -> [UInt8] {
        do {
            let plan = try StillPlan(.each([.frame(Int64(frame))]), of: clip.media)
            if let image = try StillExporter(plan: plan, format: .png).images().compactMap({ $0 }).first {
                return image
            }
        } catch {
            throw StudioError(.unreadable, error.message)
        }
        throw StudioError(.unreadable, "frame \(frame) of \(clip.name) cannot be decoded")
    }
}
