internal import Capture

/// Says what concerns one camera; where there are several, which one.
struct CameraVoice: Sendable {
    let place: CameraPlace
    let news: RecordingNews

    /// Says something that is to stay.
    func say(_ line: String) { news.say(place.prefix + line) }

    /// Says lines that belong together.
    func say(all lines: [String]) { news.say(all: lines.map { place.prefix + $0 }) }

    /// Says what an order has done.
    func confirm(_ text: String) { news.confirm(place.prefix + text) }

    /// Warns of what a lock found, with what can be done about it.
    func warn(_ warning: LockWarning) {
        say(all: ["warning: \(warning)"] + (warning.commandHint(beside: []).map { ["hint: \($0)"] } ?? []))
    }
}
