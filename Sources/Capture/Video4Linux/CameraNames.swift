internal import Video4Linux

/// Which camera a name means.
enum CameraNames {
    /// A camera that is there.
    struct Entry {
        let info: CaptureDeviceInfo
        let identity: CameraIdentity
    }

    /// The camera with a name.
    ///
    /// - Parameters:
    ///   - name: its id, now or beside other cameras than now.
    ///   - place: where it was plugged in (``CaptureDeviceInfo/bus``), which counts where several have the name.
    ///   - entries: the cameras that are there.
    ///   - held: the nodes that this process has claimed: a name that others have, too, does not mean these.
    /// - Returns: `nil` where none has that name.
    /// - Throws: ``CaptureError`` `.noDevice` where several have it.
    static func camera(
        _ name: String,
        at place: String? = nil,
        among entries: [Entry],
        held: Set<String> = []
    ) throws(CaptureError) -> CaptureDeviceInfo? {
        let exact = entries.filter { $0.info.id == name }
        var found = exact.isEmpty ? entries.filter { $0.identity.answers(to: name) } : exact
        for isMeant in [{ !held.contains($0.node ?? "") }, { $0.bus == place }] as [(CaptureDeviceInfo) -> Bool] {
            let meant = found.filter { isMeant($0.info) }
            if found.count > 1, !meant.isEmpty { found = meant }
        }
        guard found.count > 1 else { return found.first?.info }
        let names = found.map { "\($0.info.id) (\($0.info.node ?? $0.info.bus))" }
        throw CaptureError(.noDevice, "\(name) may be each of \(found.count) cameras: \(names.joined(separator: ", "))")
    }

    /// The id of a camera beside those that are there.
    ///
    /// - Parameters:
    ///   - node: its path, without symbolic links.
    ///   - identity: what names it.
    /// - Returns: its short name, or a longer one where others have that.
    /// - Complexity: O(number of nodes) files of the system are read.
    static func id(of node: String, _ identity: CameraIdentity) -> String {
        guard identity.function != nil else { return identity.shortName }
        let others = V4L2Backend.nodes().filter { $0 != node }
            .map { (node: $0, identity: CameraIdentity(of: $0, fallback: $0)) }
            .filter { $0.identity.shortName == identity.shortName && deliversFrames($0.node) }
        return identity.id(among: others.lazy.map(\.identity))
    }

    /// Whether a node is a camera, or may be: it cannot always be asked.
    private static func deliversFrames(_ node: String) -> Bool {
        do {
            return try Device.open(node).capability().bufferType != nil
        } catch {
            let code = CaptureError(error).code
            return code == .busy || code == .notPermitted
        }
    }
}
