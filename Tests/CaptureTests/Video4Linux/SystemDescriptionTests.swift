import FoundationEssentials
import TestSupport
import Testing

@testable import Capture

/// What the system's files say of USB and of the processors.
@Suite struct SystemDescriptionTests {
    let scratch: ScratchDirectory
    let root: String

    init() throws {
        scratch = try ScratchDirectory()
        root = scratch.path
    }

    private func write(_ text: String, to path: String) throws {
        try write(Array("\(text)\n".utf8), to: path)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let whole = "\(root)/\(path)"
        let directory = whole.lastIndex(of: "/").map { String(whole[..<$0]) } ?? root
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: whole))
    }

    private func link(_ path: String, to target: String) throws {
        let whole = "\(root)/\(path)"
        let directory = whole.lastIndex(of: "/").map { String(whole[..<$0]) } ?? root
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: whole, withDestinationPath: "\(root)/\(target)")
    }

    private func device(_ path: String, speed: String, version: String, product: String, class: String) throws {
        try write("05a3", to: "\(path)/idVendor")
        try write(speed, to: "\(path)/speed")
        try write(" \(version)", to: "\(path)/version")
        try write(product, to: "\(path)/product")
        let place = path.split(separator: "/").last.map(String.init) ?? ""
        try write(`class`, to: "\(path)/\(place):1.0/bInterfaceClass")
        try link("sys/bus/usb/devices/\(place)", to: path)
    }

    /// A camera behind a hub, and a disk beside it.
    private func stage() throws {
        let bus = "sys/devices/pci0000:00/usb1"
        try device(bus, speed: "480", version: "2.00", product: "xHCI", class: "09")
        try device("\(bus)/1-2", speed: "480", version: "2.00", product: "Hub of old", class: "09")
        try device("\(bus)/1-2/1-2.3", speed: "480", version: "2.10", product: "Camera", class: "0e")
        try device("\(bus)/1-4", speed: "480", version: "2.10", product: "Disk", class: "08")
        try device("\(bus)/1-5", speed: "12", version: "2.00", product: "Mouse", class: "03")
        try link("sys/class/video4linux/video7/device", to: "\(bus)/1-2/1-2.3/1-2.3:1.0")
    }

    @Test func `Hubs on the way, the socket, and what shares the bus`() throws {
        try stage()
        let usb = try #require(SystemDescription(root: root).usb(of: "/dev/video7"))
        #expect(usb.camera.name == "Camera" && usb.camera.place == "1-2.3" && usb.camera.speed == 480)
        #expect(usb.camera.isSuperSpeed && !usb.isCertain)
        #expect(usb.hubs.map(\.name) == ["Hub of old"])
        #expect(usb.hubs.allSatisfy { !$0.isSuperSpeed })
        #expect(usb.neighbours.map(\.name) == ["Disk"])
        #expect(usb.isSocketSuperSpeed == nil)
    }

    @Test func `A camera's own words are certain, and so is a socket's peer`() throws {
        try stage()
        let camera = "sys/devices/pci0000:00/usb1/1-2/1-2.3"
        // Two capabilities: power management, and 5 Gbit/s.
        try write(
            [5, 15, 22, 0, 2, 7, 16, 2, 6, 0, 0, 0, 10, 16, 3, 0, 14, 0, 1, 10, 255, 7],
            to: "\(camera)/bos_descriptors"
        )
        try write("on", to: "sys/devices/port3/state")
        try link("\(camera)/port", to: "sys/devices/port3")
        let system = SystemDescription(root: root)
        #expect(system.usb(of: "/dev/video7")?.isCertain == true)
        #expect(system.usb(of: "/dev/video7")?.isSocketSuperSpeed == false)
        try link("sys/devices/port3/peer", to: "sys/devices/port3")
        #expect(system.usb(of: "/dev/video7")?.isSocketSuperSpeed == true)
        try write([5, 15, 12, 0, 1, 7, 16, 2, 6, 0, 0, 0], to: "\(camera)/bos_descriptors")
        #expect(system.usb(of: "/dev/video7")?.camera.isSuperSpeed == false)
    }

    @Test func `A camera that is on no bus of USB, and a system that says nothing`() throws {
        #expect(SystemDescription(root: root).usb(of: "/dev/video0") == nil)
        #expect(SystemDescription(root: root).processors() == nil)
    }

    @Test func `Clocks and load`() throws {
        for number in 0..<2 {
            try write("powersave", to: "sys/devices/system/cpu/cpu\(number)/cpufreq/scaling_governor")
            try write("acpi-cpufreq", to: "sys/devices/system/cpu/cpu\(number)/cpufreq/scaling_driver")
        }
        try write("0", to: "sys/devices/system/cpu/cpufreq/boost")
        try write("3.25 1.02 0.70 4/631 4711", to: "proc/loadavg")
        try write("some avg10=41.53 avg60=2.00 avg300=1.00 total=5", to: "proc/pressure/cpu")
        let state = try #require(SystemDescription(root: root).processors())
        #expect(state.count == 2 && state.governors == ["powersave"] && state.driver == "acpi-cpufreq")
        #expect(state.load == 3.25 && abs((state.waiting ?? 0) - 0.4153) < 1e-9)
    }
}
