internal import CVideo4Linux

extension Device {
    /// VIDIOC_QUERY_EXT_CTRL: all controls of which the driver can tell, in its order.
    ///
    /// - Throws: `Video4LinuxError` where the device is gone.
    /// - Complexity: O(number of controls) requests; some thousands more where one of them fails.
    package func controls() throws(Video4LinuxError) -> [Control] {
        try ControlWalk.controls { id throws(Video4LinuxError) in try control(id) }
    }

    /// VIDIOC_QUERY_EXT_CTRL: one control; `nil` where there is none.
    package func control(_ id: UInt32) throws(Video4LinuxError) -> Control? {
        var query = v4l2_query_ext_ctrl()
        query.id = id
        return try performIfAny(.queryControl, &query) ? Control(query) : nil
    }

    /// VIDIOC_QUERYMENU: the words for a menu's value, or the number that it stands for; `nil` where it has no such item.
    package func menuItem(_ index: Int64, of control: Control) throws(Video4LinuxError) -> String? {
        guard let index = UInt32(exactly: index) else { return nil }
        var item = v4l2_querymenu()
        item.id = control.id
        item.index = index
        guard try performIfAny(.queryMenu, &item) else { return nil }
        // The one place where the union is read.
        switch control.kind {
        case .integerMenu: return "\(item.value)"
        default: return String(cArray: item.name)
        }
    }

    /// VIDIOC_G_EXT_CTRLS; `nil` where the control has no number to give.
    package func value(of control: Control) throws(Video4LinuxError) -> Int64? {
        guard control.hasNumber, !control.flags.contains(.writeOnly) else { return nil }
        var value = unsafe v4l2_ext_control()
        unsafe value.id = control.id
        try unsafe exchange(.getControls, &value)
        return unsafe control.number(in: value)
    }

    /// VIDIOC_S_EXT_CTRLS. What the driver made of it is read back.
    package func setValue(_ number: Int64, of control: Control) throws(Video4LinuxError) {
        var value = unsafe v4l2_ext_control()
        unsafe value.id = control.id
        if control.isWide {
            unsafe value.value64 = number
        } else {
            unsafe value.value = Int32(truncatingIfNeeded: number)
        }
        try unsafe exchange(.setControls, &value)
    }

    private func exchange(
        _ operation: IOControl<v4l2_ext_controls>,
        _ value: inout v4l2_ext_control
    ) throws(Video4LinuxError) {
        try unsafe withUnsafeMutablePointer(to: &value) { pointer throws(Video4LinuxError) in
            var list = unsafe v4l2_ext_controls()
            unsafe list.which = oc_ctrl_which_current
            unsafe list.count = 1
            unsafe list.controls = pointer
            try unsafe perform(operation, &list)
        }
    }
}

extension Control {
    var hasNumber: Bool {
        switch kind {
        case .integer, .boolean, .menu, .integerMenu, .bitmask: true
        case .button, .text, .other: false
        }
    }

    /// The one place where the union is read.
    fileprivate func number(in value: v4l2_ext_control) -> Int64 {
        if isWide { return unsafe value.value64 }
        return kind == .bitmask ? unsafe Int64(UInt32(bitPattern: value.value)) : unsafe Int64(value.value)
    }
}
