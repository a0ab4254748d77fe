/// A name for a camera that stays the same: made of what the device says of itself, not of when it was plugged in.
enum CameraIdentity {
    /// For a USB camera `usb-05a3:9230-SN0001`; without a serial number, its port stands in for it, because cameras of
    /// one make then cannot be told apart otherwise. For others, their driver and their place.
    ///
    /// - Parameters:
    ///   - node: the device's path.
    ///   - fallback: for devices that are not on a USB bus.
    ///   - root: where the system describes its devices.
    /// - Returns: letters, digits, `-`, `_`, `.` and `:`.
    static func id(of node: String, fallback: String, root: String = "/sys") -> String {
        let name = (FileNames.resolved(node) ?? node).split(separator: "/").last.map(String.init) ?? node
        let entry = "\(root)/class/video4linux/\(name)"
        // A camera may have several nodes that deliver frames.
        let index = FileNames.text(of: "\(entry)/index").flatMap { $0 == "0" ? nil : "-\($0)" } ?? ""
        var directory = FileNames.resolved("\(entry)/device")
        while let path = directory, path.hasPrefix(root), path.count > root.count {
            if let vendor = FileNames.text(of: "\(path)/idVendor"),
                let product = FileNames.text(of: "\(path)/idProduct")
            {
                let port = path.split(separator: "/").last.map { "port\($0)" } ?? ""
                let serial = FileNames.text(of: "\(path)/serial").map(sanitised) ?? ""
                return "usb-\(vendor):\(product)-\(serial.isEmpty ? port : serial)\(index)"
            }
            directory = path.lastIndex(of: "/").map { String(path[..<$0]) }
        }
        return sanitised(fallback) + index
    }

    /// The driver's name for a device that cannot be asked.
    static func name(of node: String, root: String = "/sys") -> String? {
        let name = node.split(separator: "/").last.map(String.init) ?? node
        return FileNames.text(of: "\(root)/class/video4linux/\(name)/name")
    }

    /// Without characters that a shell would take for its own.
    private static func sanitised(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) ? $0 : "_" })
    }
}
