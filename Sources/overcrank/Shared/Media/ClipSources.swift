internal import Export
internal import MediaTime

/// Where clips come from: read anew, unless a session has them open.
struct ClipSources {
    /// Clips that are open, by their paths.
    var opened: [String: MediaDescription] = [:]
    /// The instants of their frames (asset time), by their paths.
    var instants: [String: (Int64) -> RationalTime?] = [:]

    /// A clip. `captureRate` is that of numbered images; `nil` for the one with which they are open, or for what is assumed.
    ///
    /// - Throws: `ExportError` where it cannot be read.
    func media(_ path: String, captureRate: FrameRate? = nil) throws -> MediaDescription {
        if let media = opened[path], captureRate == nil || media.imageRate == nil || media.imageRate == captureRate {
            return media
        }
        return try MediaDescription(ofFile: path, captureRate: captureRate)
    }
}
