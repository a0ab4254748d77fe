/// Which of the command's cameras it is.
struct CameraPlace: Hashable, Sendable {
    /// From 1, in the order of the command line.
    let number: Int
    /// How many there are.
    let count: Int
    /// As the command line names it; `nil` for the first one of the system.
    let device: String?

    /// The places of all; without any, of the system's first camera.
    static func all(_ devices: [String]) -> [CameraPlace] {
        if devices.isEmpty { return [CameraPlace(number: 1, count: 1, device: nil)] }
        return devices.enumerated().map { CameraPlace(number: $0 + 1, count: devices.count, device: $1) }
    }

    /// What stands before all that is said of one camera of several.
    var prefix: String { count > 1 ? "camera \(number): " : "" }
}
