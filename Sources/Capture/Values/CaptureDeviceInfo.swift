/// Which camera it is, as people and programs tell cameras apart.
public struct CaptureDeviceInfo: Hashable, Sendable {
    /// Names the same camera after it was unplugged and after a restart, where the system can tell.
    public let id: String
    /// Its name, for people.
    public let name: String
    /// The driver behind it: `uvcvideo`, `vivid`, `synthetic`.
    public let driver: String
    /// Where it is plugged in: `usb-0000:00:14.0-1`.
    public let bus: String
    /// The path that opens it; `nil` where there is none in the file system.
    public let node: String?

    /// A camera.
    public init(id: String, name: String, driver: String, bus: String, node: String?) {
        self.id = id
        self.name = name
        self.driver = driver
        self.bus = bus
        self.node = node
    }
}
