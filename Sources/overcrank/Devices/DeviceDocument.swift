internal import Capture

/// A camera in `devices --json` and `probe --json`.
struct DeviceDocument: Encodable {
    let kind = "camera"
    let device: String
    let id: String
    let name: String
    let driver: String
    let bus: String
    let node: String?

    init(_ info: CaptureDeviceInfo) {
        device = info.node ?? info.id
        id = info.id
        name = info.name
        driver = info.driver
        bus = info.bus
        node = info.node
    }
}

/// A line of `devices --watch --json`.
struct DeviceChangeDocument: Encodable {
    /// `appeared` or `disappeared`.
    let event: String
    let device: DeviceDocument
}
