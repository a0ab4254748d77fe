internal import Files
internal import Glibc
internal import PathNames

/// What the system says of where a camera is plugged in, and of its processors: files below `sys` and `proc`.
struct SystemDescription {
    /// Where both are; empty on a running system.
    let root: String

    init(root: String = "") { self.root = root }

    /// What the processors are doing; `nil` where the system does not say.
    func processors() -> ProcessorState? {
        guard
            let load = FileNames.text(of: "\(root)/proc/loadavg").flatMap({ Self.words($0).first }).flatMap(Double.init)
        else { return nil }
        let directory = "\(root)/sys/devices/system/cpu"
        let names = DirectoryEntries.names(in: directory).filter { $0.hasPrefix("cpu") && Int($0.dropFirst(3)) != nil }
        let governors = names.compactMap { FileNames.text(of: "\(directory)/\($0)/cpufreq/scaling_governor") }
        return ProcessorState(
            count: names.count,
            governors: Set(governors).sorted(),
            driver: names.lazy.compactMap { FileNames.text(of: "\(directory)/\($0)/cpufreq/scaling_driver") }.first,
            load: load,
            waiting: waiting
        )
    }

    /// The kernel's own account: `some avg10=1.53 …`, in percent.
    private var waiting: Double? {
        guard let line = FileNames.text(of: "\(root)/proc/pressure/cpu") else { return nil }
        return Self.words(line).lazy.compactMap { word in
            word.hasPrefix("avg10=") ? Double(word.dropFirst(6)).map { $0 / 100 } : nil
        }.first
    }

    private static func words(_ line: String) -> [Substring] { line.split(separator: " ") }
}

extension SystemDescription {
    /// The driver's name for a device that cannot be asked.
    func videoName(of node: String) -> String? {
        let name = PathName.last(of: node)
        return FileNames.text(of: "\(root)/sys/class/video4linux/\(name)/name")
    }
}

/// USB.
extension SystemDescription {
    /// How a camera is plugged in; `nil` for what is on no USB bus.
    func usb(of node: String) -> USBConnection? {
        let name = PathName.last(of: FileNames.resolved(node) ?? node)
        guard let interface = FileNames.resolved("\(root)/sys/class/video4linux/\(name)/device") else { return nil }
        let devices = Self.parents(of: interface).filter { FileNames.text(of: "\($0)/idVendor") != nil }
        guard let path = devices.first, let camera = device(path) else { return nil }
        // The last one is a hub within the machine.
        let hubs = devices.dropFirst().filter { !PathName.last(of: $0).hasPrefix("usb") }.reversed().compactMap(device)
        return USBConnection(
            camera: camera.neighbour,
            isCertain: camera.isCertain,
            isSocketSuperSpeed: isSocketSuperSpeed(path, camera.neighbour),
            hubs: hubs.map(\.neighbour),
            neighbours: neighbours(of: PathName.last(of: path))
        )
    }

    /// A directory and those around it, outwards.
    private static func parents(of directory: String) -> [String] {
        var paths: [String] = []
        var path = directory[...]
        while !path.isEmpty {
            paths.append(String(path))
            path = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        }
        return paths
    }

    private func device(_ path: String) -> (neighbour: USBConnection.Neighbour, isCertain: Bool)? {
        guard let speed = FileNames.text(of: "\(path)/speed").flatMap(Double.init) else { return nil }
        let place = PathName.last(of: path)
        let capability = Self.statesSuperSpeed(FileNames.bytes(of: "\(path)/bos_descriptors"))
        let version = FileNames.text(of: "\(path)/version").flatMap { Self.words($0).first }.flatMap(Double.init) ?? 0
        let runsSo = speed >= Self.superSpeed
        let neighbour = USBConnection.Neighbour(
            place: place,
            name: FileNames.text(of: "\(path)/product") ?? place,
            speed: Int(speed),
            // A device of USB 3 calls itself one of 2.1 where it runs at the speed of USB 2.
            isSuperSpeed: runsSo || capability ?? (version >= 2.1)
        )
        return (neighbour, runsSo || capability != nil)
    }

    /// Whether a device that runs slower says that it can run at 5 Gbit/s; `nil` where its words are not known. Its
    /// capabilities are a list of blocks; the second byte of one is 16, and the third is 3 for this one (USB 3.2, 9.6.2).
    private static func statesSuperSpeed(_ bytes: [UInt8]?) -> Bool? {
        guard let bytes, bytes.count >= 5 else { return nil }
        var place = 5
        while place + 2 < bytes.count, bytes[place] >= 3 {
            if bytes[place + 1] == 16, bytes[place + 2] == 3 { return true }
            place += Int(bytes[place])
        }
        return false
    }

    /// A socket of USB 3 is two for the kernel, one at each speed, and each names its peer.
    private func isSocketSuperSpeed(_ path: String, _ camera: USBConnection.Neighbour) -> Bool? {
        if camera.speed >= Int(Self.superSpeed) { return true }
        guard FileNames.resolved("\(path)/port") != nil else { return nil }
        return FileNames.linkTarget("\(path)/port/peer") != nil
    }

    /// What else moves video or files on the bus of a place such as `1-2.3`.
    private func neighbours(of place: String) -> [USBConnection.Neighbour] {
        let directory = "\(root)/sys/bus/usb/devices"
        let bus = place.prefix { $0 != "-" } + "-"
        let others = DirectoryEntries.names(in: directory).filter {
            $0.hasPrefix(bus) && $0 != place && !$0.contains(":")
        }
        return others.sorted().compactMap { other in
            let path = "\(directory)/\(other)"
            let classes = DirectoryEntries.names(in: path).filter { $0.contains(":") }
                .compactMap { FileNames.text(of: "\(path)/\($0)/bInterfaceClass") }
            return classes.contains(where: Self.busyClasses.contains) ? device(path)?.neighbour : nil
        }
    }

    /// Mass storage and video.
    private static let busyClasses: Set<String> = ["08", "0e"]
    /// In Mbit/s.
    private static let superSpeed = 5000.0
}
