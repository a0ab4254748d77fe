internal import Files
internal import Glibc

/// The cameras behind Video4Linux.
struct V4L2Backend: CameraBackend {
    /// Where the system keeps its device nodes.
    static let directory = "/dev"

    func devices() -> [CaptureDeviceInfo] { Self.nodes().compactMap(Self.describe) }

    func open(_ name: String, at place: String?, converting: Bool) throws(CaptureError) -> (any Camera)? {
        if name.contains("/") { return try V4L2Camera.open(name, converting: converting) }
        let nodes = Self.nodes()
        if let node = nodes.first(where: { $0 == "\(Self.directory)/\(name)" || $0 == "\(Self.directory)/video\(name)" }
        ) {
            return try V4L2Camera.open(node, converting: converting)
        }
        let entries = nodes.compactMap { node in
            Self.describe(node).map { info in
                CameraNames.Entry(info: info, identity: CameraIdentity(of: node, fallback: info.id))
            }
        }
        let info = try CameraNames.camera(name, at: place, among: entries, held: ClaimedNodes.all)
        guard let node = info?.node else { return nil }
        return try V4L2Camera.open(node, converting: converting)
    }

    /// By number.
    static func nodes() -> [String] {
        DirectoryEntries.names(in: directory)
            .compactMap { name in name.hasPrefix("video") ? Int(name.dropFirst(5)).map { ($0, name) } : nil }
            .sorted { $0.0 < $1.0 }
            .map { "\(directory)/\($0.1)" }
    }

    /// What the driver says, or where it may not be asked, what the system knows; `nil` for what is no camera.
    private static func describe(_ node: String) -> CaptureDeviceInfo? {
        do {
            return try V4L2Camera.open(node, converting: false).device
        } catch {
            guard error.code == .notPermitted || error.code == .busy,
                let name = SystemDescription().videoName(of: node)
            else { return nil }
            return CaptureDeviceInfo(
                id: CameraNames.id(of: node, CameraIdentity(of: node, fallback: node)),
                name: name,
                driver: "",
                bus: "",
                node: node
            )
        }
    }
}
