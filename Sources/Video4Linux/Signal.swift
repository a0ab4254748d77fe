internal import CVideo4Linux
internal import Glibc
package import MediaTime

/// What comes in at a digital input (CTA-861, VESA).
package struct Signal: Hashable, Sendable {
    /// Pixels in a row, and rows.
    package let width: UInt32
    package let height: UInt32
    /// From frame to frame; `nil` where the driver does not say.
    package let frameDuration: RationalTime?

    fileprivate init(_ timings: v4l2_dv_timings) {
        var signal = timings.bt
        (width, height) = (signal.width, signal.height)
        let area = unsafe Int128(oc_dv_frame_width(&signal)) * Int128(oc_dv_frame_height(&signal))
        frameDuration =
            area > 0 && signal.pixelclock > 0
            ? RationalTime(numerator: area, denominator: Int128(signal.pixelclock)) : nil
    }
}

extension Device {
    /// VIDIOC_G_DV_TIMINGS: the signal that a digital input is set to; `nil` for other inputs.
    package func expectedSignal() throws(Video4LinuxError) -> Signal? {
        var timings = v4l2_dv_timings()
        return try performIfAny(.getTimings, &timings) ? Signal(timings) : nil
    }

    /// VIDIOC_QUERY_DV_TIMINGS: finds out which signal comes in.
    ///
    /// - Parameter follows: whether the input is set to it (VIDIOC_S_DV_TIMINGS).
    /// - Returns: `nil` for inputs that are not digital.
    /// - Throws: `Video4LinuxError` with ENOLINK without a signal, ENOLCK for one that is not stable, ERANGE for one that the
    ///   device cannot take.
    package func signal(follows: Bool) throws(Video4LinuxError) -> Signal? {
        var timings = v4l2_dv_timings()
        guard try performIfAny(.queryTimings, &timings) else { return nil }
        let signal = Signal(timings)
        // Setting what is set already would end what other programs do with the device.
        if follows, try expectedSignal() != signal { _ = try performIfAny(.setTimings, &timings) }
        return signal
    }

    /// VIDIOC_SUBSCRIBE_EVENT: has the driver say when the signal at an input changes, where it can.
    package func watchSignal() throws(Video4LinuxError) {
        var subscription = v4l2_event_subscription()
        subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
        subscription.id = UInt32(try input() ?? 0)
        _ = try performIfAny(.subscribeEvent, &subscription)
    }

    /// VIDIOC_DQEVENT: whether the signal has changed since the last call.
    package func hasSignalChanged() throws(Video4LinuxError) -> Bool {
        var isChanged = false
        while true {
            var event = v4l2_event()
            do throws(Video4LinuxError) {
                guard try performIfReady(.dequeueEvent, &event) else { return isChanged }
            } catch {
                // ENOENT is what a driver says that has none, the others one that knows of none.
                guard [ENOENT, EINVAL, ENOTTY].contains(error.errno) else { throw error }
                return isChanged
            }
            if event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE) { isChanged = true }
        }
    }
}
