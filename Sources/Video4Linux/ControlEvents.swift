internal import CVideo4Linux
internal import Glibc
package import MediaTime

/// What happens to a device's controls: by itself, or because a program sets them.
///
/// It opens the device once more: events are queued for each opening, and nobody else takes these.
package struct ControlEvents: ~Copyable {
    /// A control has another value.
    package struct Event: Hashable, Sendable {
        package let id: UInt32
        package let value: Int64
        /// By the monotonic clock, to the microsecond.
        package let instant: RationalTime
    }

    private let device: Device

    /// VIDIOC_SUBSCRIBE_EVENT: listens to controls, as far as the driver tells of them.
    package static func open(_ node: String, _ controls: [Control]) throws(Video4LinuxError) -> ControlEvents {
        let device = try Device.open(node)
        for control in controls where control.hasNumber && !control.flags.contains(.readOnly) {
            var subscription = v4l2_event_subscription()
            subscription.type = UInt32(V4L2_EVENT_CTRL)
            subscription.id = control.id
            _ = try unlessGone { () throws(Video4LinuxError) in
                try device.performIfAny(.subscribeEvent, &subscription)
            }
        }
        return ControlEvents(device: device)
    }

    private init(device: consuming Device) { self.device = device }

    /// VIDIOC_DQEVENT: the next change of a value; `nil` where there is none now.
    package func next() throws(Video4LinuxError) -> Event? {
        while true {
            var event = v4l2_event()
            do throws(Video4LinuxError) {
                guard try device.performIfAny(.dequeueEvent, &event) else { return nil }
            } catch {
                // ENOENT is what a driver says that has none.
                guard error.errno == ENOENT || error.errno == EAGAIN else { throw error }
                return nil
            }
            if let change = Event(event) { return change }
        }
    }
}

extension ControlEvents.Event {
    /// `nil` for what is no change of a value.
    fileprivate init?(_ event: v4l2_event) {
        let change = unsafe event.u.ctrl
        guard event.type == UInt32(V4L2_EVENT_CTRL),
            change.changes & UInt32(V4L2_EVENT_CTRL_CH_VALUE) != 0
        else { return nil }
        id = event.id
        let isWide = change.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
        value = isWide ? change.value64 : Int64(change.value)
        let time = event.timestamp
        instant = RationalTime(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000, 1_000_000)
    }
}
