internal import Export
internal import Files
internal import Glibc
internal import MediaTime
internal import PathNames

/// A frame in its full resolution.
enum ClipStills {
    /// The PNG file of a frame, as the program's own stills are.
    ///
    /// - Throws: ``StudioError``.
    static func png(of clip: OpenedClip, frame: Int) throws(StudioError) -> [UInt8] {
        do {
            let plan = try StillPlan(.each([.frame(Int64(frame))]), of: clip.media)
            var template = "/tmp/overcrank-still-XXXXXX".pathBytes
            guard unsafe mkdtemp(&template) != nil else {
                throw StudioError(.failed, "there is no room for a still in /tmp")
            }
            let folder = PathName.text(of: template.dropLast().map(UInt8.init(bitPattern:)))
            defer { unsafe rmdir(folder.pathBytes) }
            let path = "\(folder)/still.png"
            defer { unsafe unlink(path.pathBytes) }
            let report = try StillExporter(plan: plan, format: .png).run(to: .file(path))
            guard report.missing.isEmpty else {
                throw StudioError(.unreadable, "frame \(frame) of \(clip.name) cannot be decoded")
            }
            return try SmallFile.bytes(of: path, atMost: 1 << 30)
        } catch let error as StudioError {
            throw error
        } catch let error as ExportError {
            throw StudioError(.unreadable, error.message)
        } catch {
            throw StudioError(.failed, "\(error)")
        }
    }
}
