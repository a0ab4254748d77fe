internal import MediaFormats
internal import MediaSyntax

/// What cameras say in boxes of their own, and what becomes of it.
extension ExportPlanner {
    /// What goes along: into containers with user data of the same kind.
    var cameraData: [CameraDataBox] {
        container.traits.takesCameraData ? input.cameraData.filter(\.staysTrue) : []
    }

    /// What does not.
    var cameraDataWarning: String? {
        let kept = cameraData
        let lost = input.cameraData.filter { !kept.contains($0) }
        guard !lost.isEmpty else { return nil }
        let names = lost.reduce(into: [String]()) { names, box in
            if !names.contains(box.type.description) { names.append(box.type.description) }
        }
        return "what the camera says in boxes of its own is left out: " + names.joined(separator: ", ")
            + (lost.contains(where: \.staysTrue) ? "" : ", of which it is not known whether it stays true")
    }
}
