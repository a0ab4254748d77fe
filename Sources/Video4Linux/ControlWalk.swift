internal import CVideo4Linux

/// Goes through a driver's controls from one to the next, and past those of which it cannot tell.
///
/// A driver is asked for the first control behind a number. Where the camera does not answer for that control, the driver
/// fails without saying which it is (uvcvideo passes the error of a failed GET_MIN on). So the numbers behind the last one
/// are asked one by one: the first that fails as well, or succeeds after all, is the control in question.
enum ControlWalk {
    /// So many controls may fail before the rest is given up: a camera that answers nothing takes seconds for each.
    private static let patience = 16

    /// Classes of controls, user to colorimetry, in the upper half of a number (linux/v4l2-controls.h).
    private static let classes: ClosedRange<UInt32> = 0x98...0xA5
    /// Where a class has controls, in the lower half: those that are common to drivers, and those of one driver.
    private static let places: [Range<UInt32>] = [0x900..<0xA00, 0x1900..<0x1C00]

    /// - Parameter query: asks for a control by its number, or with `V4L2_CTRL_FLAG_NEXT_CTRL` for the first one behind it;
    ///   `nil` where there is none.
    /// - Returns: the controls, in the order of their numbers.
    /// - Throws: `Video4LinuxError` where the device is gone.
    static func controls(
        _ query: (UInt32) throws(Video4LinuxError) -> Control?
    ) throws(Video4LinuxError) -> [Control] {
        var controls: [Control] = []
        var last: UInt32 = 0
        var failures = 0
        while true {
            do {
                // A driver that goes back would never come to an end.
                guard let control = try query(last | oc_ctrl_next), control.id > last else { return controls }
                controls.append(control)
                last = control.id
            } catch {
                guard !error.isGone else { throw error }
                failures += 1
                guard failures <= patience, let (id, control) = try failing(after: last, query) else { return controls }
                if let control { controls.append(control) }
                last = id
            }
        }
    }

    /// The control that fails when the one behind a number is asked for, and what it is where it does not fail any more; `nil`
    /// where it is at none of the places.
    private static func failing(
        after last: UInt32,
        _ query: (UInt32) throws(Video4LinuxError) -> Control?
    ) throws(Video4LinuxError) -> (id: UInt32, control: Control?)? {
        for number in classes {
            for id in places.flatMap({ $0 }).map({ number << 16 | $0 }) where id > last {
                do {
                    if let control = try query(id) { return (id, control) }
                } catch {
                    guard !error.isGone else { throw error }
                    return (id, nil)
                }
            }
        }
        return nil
    }
}
