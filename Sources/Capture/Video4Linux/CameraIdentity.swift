internal import PathNames

/// What names a camera: what the device says of itself, and where it is plugged in, not when that was.
///
/// Its id is as short as it can be. Two cameras may say the same of themselves: cheap ones of one make share their serial number,
/// and a device with two cameras in it has one. Only where both are there their ids say more.
struct CameraIdentity: Hashable {
    /// What the device says of itself.
    let device: String
    /// `port1-4.2`; `nil` where the device has no serial number, so that its port is what it says, and for what is on no USB bus.
    let port: String?
    /// `if2`, the function of a device that has several; `nil` for what is on no USB bus.
    let function: String?
    /// `-1`; a function may have several nodes that deliver frames. Empty for the first one.
    let index: String

    /// For a USB camera `usb-05a3:9230-SN0001`; without a serial number, its port stands in for it, because cameras of
    /// one make then cannot be told apart otherwise. For others, their driver and their place.
    ///
    /// - Parameters:
    ///   - node: the device's path.
    ///   - fallback: for devices that are not on a USB bus.
    ///   - root: where the system describes its devices.
    init(of node: String, fallback: String, root: String = "/sys") {
        let name = PathName.last(of: FileNames.resolved(node) ?? node)
        let entry = "\(root)/class/video4linux/\(name)"
        index = FileNames.text(of: "\(entry)/index").flatMap { $0 == "0" ? nil : "-\($0)" } ?? ""
        var directory = FileNames.resolved("\(entry)/device")
        // The directory of a function is named by the port, the configuration and the function: `1-4:1.2`.
        var function: String?
        while let path = directory, path.hasPrefix(root), path.count > root.count {
            let name = PathName.last(of: path)
            if let vendor = FileNames.text(of: "\(path)/idVendor"),
                let product = FileNames.text(of: "\(path)/idProduct")
            {
                let port = "port\(name)"
                let serial = FileNames.text(of: "\(path)/serial").map(Self.sanitised) ?? ""
                device = "usb-\(vendor):\(product)-\(serial.isEmpty ? port : serial)"
                self.port = serial.isEmpty ? nil : port
                self.function = function
                return
            }
            function = name.split(separator: ":").last?.split(separator: ".").last.map { "if\($0)" }
            directory = path.lastIndex(of: "/").map { String(path[..<$0]) }
        }
        (device, port, self.function) = (Self.sanitised(fallback), nil, nil)
    }

    /// Letters, digits, `-`, `_`, `.` and `:`. Two cameras may share it.
    var shortName: String { name(hasPort: false, hasFunction: false) }

    /// The camera's id beside others.
    ///
    /// - Parameter others: all cameras that are there, or some; itself may be among them.
    /// - Returns: the short name; where others have that, too, also what tells it from them.
    func id(among others: some Sequence<CameraIdentity>) -> String {
        let rivals = others.filter { $0 != self && $0.shortName == shortName }
        return name(
            hasPort: rivals.contains { $0.port != port },
            hasFunction: rivals.contains { $0.port == port }
        )
    }

    /// Whether it is meant by a name: its id among any others, as it was when somebody wrote it down.
    func answers(to text: String) -> Bool {
        [false, true].contains { hasPort in
            [false, true].contains { name(hasPort: hasPort, hasFunction: $0) == text }
        }
    }

    private func name(hasPort: Bool, hasFunction: Bool) -> String {
        let parts = [device, hasPort ? port : nil, hasFunction ? function : nil].compactMap(\.self)
        return parts.joined(separator: "-") + index
    }

    /// Without characters that a shell would take for its own.
    private static func sanitised(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) ? $0 : "_" })
    }
}
