internal import Glibc
internal import Video4Linux

extension V4L2Camera {
    func controls() throws(CaptureError) -> [CameraControl] {
        try capturing { () throws(Video4LinuxError) in
            var controls: [CameraControl] = []
            for control in try driver.controls() where !control.flags.contains(.disabled) {
                controls.append(
                    CameraControl(
                        control,
                        value: try readable(control),
                        items: try items(of: control)
                    )
                )
            }
            return controls
        }
    }

    /// Where the driver refuses a number that is out of bounds, the nearest bound is set; others do so themselves. A menu has
    /// no nearest value.
    func setControl(_ control: CameraControl, to value: Int64) throws(CaptureError) -> Int64? {
        try capturing { () throws(Video4LinuxError) in
            guard let entry = try driver.control(control.id) else {
                throw Video4LinuxError("VIDIOC_QUERY_EXT_CTRL", on: driver.node, errno: EINVAL)
            }
            do throws(Video4LinuxError) {
                try driver.setValue(value, of: entry)
            } catch {
                guard error.errno == ERANGE, entry.kind != .menu, entry.kind != .integerMenu else { throw error }
                try driver.setValue(min(max(value, entry.minimum), entry.maximum), of: entry)
            }
            return try readable(entry)
        } explaining: { error in
            guard let refusal = ControlRefusal(error.errno) else { return nil }
            return refusal.message(control, value, among: (try? controls()) ?? [])
        }
    }

    func value(of control: CameraControl) throws(CaptureError) -> Int64? {
        try capturing { () throws(Video4LinuxError) in
            guard let entry = try driver.control(control.id) else { return nil }
            return try readable(entry)
        }
    }

    func takeControlEvents() throws(CaptureError) -> [ControlEvent] {
        try capturing { () throws(Video4LinuxError) in
            if let events { return try events.takeAll() }
            let events = try V4L2ControlEvents.open(driver.node, try driver.controls())
            self.events = events
            return try events.takeAll()
        }
    }

    /// The value; `nil` where the device does not give it now: some cameras fail for what an automatic has taken over.
    private func readable(_ control: Control) throws(Video4LinuxError) -> Int64? {
        do throws(Video4LinuxError) {
            return try driver.value(of: control)
        } catch {
            guard [EIO, EACCES, EINVAL, EPIPE, EBUSY, ETIMEDOUT].contains(error.errno) else { throw error }
            return nil
        }
    }

    private func items(of control: Control) throws(Video4LinuxError) -> [CameraControl.Item] {
        guard control.kind == .menu || control.kind == .integerMenu, control.minimum <= control.maximum else {
            return []
        }
        var items: [CameraControl.Item] = []
        // The kernel's menus have no more than 64 items.
        for value in control.minimum...min(control.maximum, control.minimum + 63) {
            guard let name = try driver.menuItem(value, of: control) else { continue }
            items.append(CameraControl.Item(value: value, name: name))
        }
        return items
    }
}

extension CameraControl {
    fileprivate init(_ control: Control, value: Int64?, items: [Item]) {
        id = control.id
        name = ControlName.make(title: control.name)
        kind = Kind(control.kind)
        minimum = control.minimum
        maximum = control.maximum
        step = control.step
        defaultValue = control.defaultValue
        self.value = value
        isInactive = control.flags.contains(.inactive)
        isReadOnly = control.flags.contains(.readOnly)
        self.items = items
    }
}

extension CameraControl.Kind {
    fileprivate init(_ kind: Control.Kind) {
        self =
            switch kind {
            case .integer: .integer
            case .boolean: .boolean
            case .menu: .menu
            case .integerMenu: .integerMenu
            case .bitmask: .bitmask
            case .button: .button
            case .text: .text
            case .other: .other
            }
    }
}

extension ControlRefusal {
    /// What an error number of VIDIOC_S_EXT_CTRLS means; `nil` for one that is no refusal.
    ///
    /// Cameras that are in the wrong state for a control, as one that is focusing by itself, answer EACCES: nobody lacks a
    /// permission.
    fileprivate init?(_ errno: Int32) {
        switch errno {
        case EINVAL, ERANGE: self = .value
        case EACCES, EPERM: self = .state
        default: return nil
        }
    }
}
