/// How a camera is plugged into USB.
public struct USBConnection: Hashable, Sendable {
    /// A device on the way, or beside the camera.
    public struct Neighbour: Hashable, Sendable {
        /// The system's name of its place: `1-2.3`.
        public var place: String
        /// What it calls itself; its place where it says nothing.
        public var name: String
        /// What it runs at now, in Mbit/s.
        public var speed: Int
        /// Whether it can run at 5 Gbit/s or more.
        public var isSuperSpeed: Bool

        /// A device.
        public init(place: String, name: String, speed: Int, isSuperSpeed: Bool) {
            self.place = place
            self.name = name
            self.speed = speed
            self.isSuperSpeed = isSuperSpeed
        }
    }

    /// The camera itself.
    public var camera: Neighbour
    /// Whether the camera itself says that it can run at 5 Gbit/s or more. Older systems pass on only that it knows of
    /// USB 2.1, which is nearly the same; then it is not certain.
    public var isCertain: Bool
    /// Whether the socket that it is plugged into can run at 5 Gbit/s or more; `nil` where the system does not say.
    public var isSocketSuperSpeed: Bool?
    /// The hubs on the way, from the machine to the camera, without those within the machine.
    public var hubs: [Neighbour]
    /// Other devices that move video or files on the same bus.
    public var neighbours: [Neighbour]

    /// A connection.
    public init(
        camera: Neighbour,
        isCertain: Bool,
        isSocketSuperSpeed: Bool?,
        hubs: [Neighbour] = [],
        neighbours: [Neighbour] = []
    ) {
        self.camera = camera
        self.isCertain = isCertain
        self.isSocketSuperSpeed = isSocketSuperSpeed
        self.hubs = hubs
        self.neighbours = neighbours
    }

    /// How many bytes of video a second the bus carries at most. A camera of USB 2 can reserve three packets of 1,024 bytes
    /// in each of 8,000 intervals (USB 2.0, 5.6.3); above that, four fifths of what is left after 8b/10b coding.
    public var capacity: Double {
        switch camera.speed {
        case ..<480: 1_023_000
        case 480: 3 * 1024 * 8000
        default: Double(camera.speed) * 1e6 / 10 * 0.8
        }
    }
}
