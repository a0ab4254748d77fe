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
                guard error.errno == ERANGE, entry.kind != .menu, entry.kind != .integerMenu,
                    entry.minimum <= entry.maximum
                else { throw error }
                try driver.setValue(min(max(value, entry.minimum), entry.maximum), of: entry)
            }
            return try readable(entry)
        } explaining: { error in
            ControlRefusal(error)?.error(control, value, among: (try? controls()) ?? [], cause: error)
        }
    }

    func value(of control: CameraControl) throws(CaptureError) -> Int64? {
        try capturing { () throws(Video4LinuxError) in
            let entry = try unlessGone { () throws(Video4LinuxError) in try driver.control(control.id) }
            guard let entry else { return nil }
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

    /// The value; `nil` where the device does not give it now: some cameras fail for what an automatic has taken over, each
    /// kernel with another number.
    private func readable(_ control: Control) throws(Video4LinuxError) -> Int64? {
        try unlessGone { () throws(Video4LinuxError) in try driver.value(of: control) }
    }

    private func items(of control: Control) throws(Video4LinuxError) -> [CameraControl.Item] {
        let (first, last) = (max(control.minimum, 0), min(control.maximum, Int64(UInt32.max)))
        guard control.kind == .menu || control.kind == .integerMenu, first <= last else { return [] }
        var items: [CameraControl.Item] = []
        // The kernel's menus have no more than 64 items.
        for value in first...min(last, first + 63) {
            let name = try unlessGone { () throws(Video4LinuxError) in try driver.menuItem(value, of: control) }
            guard let name else { continue }
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
