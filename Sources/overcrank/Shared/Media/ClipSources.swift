internal import Export
internal import MediaTime

/// Where clips come from: read anew, unless a session has them open.
struct ClipSources {
    /// Clips that are open, by their paths.
    var opened: [String: MediaDescription] = [:]
    /// The instants of their frames (asset time), by their paths.
    var instants: [String: (Int64) -> RationalTime?] = [:]

    /// - Throws: `ExportError` where it cannot be read.
    func media(_ path: String) throws -> MediaDescription { try opened[path] ?? MediaDescription(ofFile: path) }
}
