internal import Capture

/// What is asked of a camera's controls, as people write it: `NAME` shows a control, `NAME=VALUE` sets it; nothing shows all.
struct ControlRequest: Hashable, Codable, Sendable {
    var words: [String]
    /// How long a zoom is to take, as people write it; `nil` for at once.
    var time: String?

    /// Does it: all settings are made, or none.
    func perform(on target: some ControlTarget) throws -> ControlReply {
        if words.isEmpty, time != nil { throw Self.onlyZoomTakesTime }
        if words.isEmpty { return try ControlReply(controls: try target.controls(), changes: []) }
        let parts = words.map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        if let index = parts.firstIndex(where: { $0[0].isEmpty }) {
            throw Failure(
                status: .usage,
                message: "'\(words[index])' names no control",
                hint: "NAME shows one, NAME=VALUE sets it"
            )
        }
        let named = try parts.map { try target.control(named: $0[0]) }
        if let reply = try zoom(target, named, parts) { return reply }
        let settings = try zip(named, parts).compactMap { control, part in
            guard part.count == 2 else { return ControlSetting?.none }
            return ControlSetting(id: control.id, value: try control.value(parsing: part[1]))
        }
        let changes = settings.isEmpty ? [] : try target.set(settings)
        let results = changes.map(\.result)
        let others = named.filter { control in !results.contains { $0.id == control.id } }
        return try ControlReply(controls: others + results, changes: changes)
    }

    private static let onlyZoomTakesTime = Failure(
        status: .usage,
        message: "only a zoom takes its time",
        hint: "zoom=2x, and nothing beside it"
    )

    /// `zoom=2x` within a time, and `zoom=stop`; `nil` for anything else.
    private func zoom(
        _ target: some ControlTarget,
        _ named: [CameraControl],
        _ parts: [[String]]
    ) throws -> ControlReply? {
        let isZoom = named.count == 1 && named[0].isZoom && parts[0].count == 2
        if isZoom, time == nil, parts[0][1] == "stop" {
            target.stopZoom()
            return try ControlReply(controls: named, said: ["the zoom stays"])
        }
        guard let time else { return nil }
        guard isZoom, parts[0][1] != "stop" else { throw Self.onlyZoomTakesTime }
        let duration = try RecordingSettings.duration(parsing: time)
        let way = try target.zoom(to: try ZoomTarget(parsing: parts[0][1]), over: duration)
        return try ControlReply(
            controls: named,
            said: ["\(named[0].name) goes from \(way.from) to \(way.to) within \(time)"]
        )
    }
}
