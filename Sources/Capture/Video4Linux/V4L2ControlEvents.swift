internal import Video4Linux

/// What a driver tells of its controls.
final class V4L2ControlEvents {
    private let events: ControlEvents

    static func open(_ node: String, _ controls: [Control]) throws(Video4LinuxError) -> V4L2ControlEvents {
        V4L2ControlEvents(try ControlEvents.open(node, controls))
    }

    private init(_ events: consuming ControlEvents) { self.events = events }

    /// The changes since the last call, in order.
    func takeAll() throws(Video4LinuxError) -> [ControlEvent] {
        var changes: [ControlEvent] = []
        while let event = try events.next() {
            changes.append(ControlEvent(id: event.id, value: event.value, instant: event.instant))
        }
        return changes
    }
}
