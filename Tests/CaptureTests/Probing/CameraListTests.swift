import FoundationEssentials
import TestSupport
import Testing

@testable import Capture

/// Who is there, and who they are.
@Suite struct CameraListTests {
    private static func info(_ id: String) -> CaptureDeviceInfo {
        CaptureDeviceInfo(id: id, name: id, driver: "", bus: "", node: "/dev/\(id)")
    }

    @Test func `Changes are told apart`() {
        let (a, b, c) = (Self.info("a"), Self.info("b"), Self.info("c"))
        #expect(CameraChange.between([a, b], [b, c]) == [.disappeared(a), .appeared(c)])
        #expect(CameraChange.between([a, b], [a, b]).isEmpty)
    }

    @Test func `The synthetic camera is always there, and opened by its name only`() throws {
        #expect(Prober.system.devices().last?.id == "synthetic")
        #expect(try Prober.system.open("synthetic").formats().count == 5)
        let error = #expect(throws: CaptureError.self) { try Prober([SyntheticBackend()]).open() }
        #expect(error?.code == .noDevice)
        #expect(error?.message == "there is no camera")
    }

    @Test(arguments: ["/dev/null", "/", "/nowhere/video0", "nonsense"])
    func `What is no camera is said to be none`(path: String) {
        let error = #expect(throws: CaptureError.self) { try Prober.system.open(path) }
        #expect(error?.code == .noDevice)
    }

    @Test(arguments: [("SN 1", "usb-05a3:9230-SN_1"), (nil, "usb-05a3:9230-port1-4"), ("", "usb-05a3:9230-port1-4")])
    func `A USB camera is known by its serial number or its port`(serial: String?, id: String) throws {
        let scratch = try ScratchDirectory()
        let files = FileManager.default
        let root = try files.destination(scratch.path)
        let usb = "\(root)/devices/1-4"
        try files.createDirectory(atPath: "\(usb)/1-4:1.0", withIntermediateDirectories: true)
        try files.createDirectory(atPath: "\(root)/class/video4linux/video7", withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: "\(root)/class/video4linux/video7/device",
            withDestinationPath: "\(usb)/1-4:1.0"
        )
        for (name, text) in [("idVendor", "05a3"), ("idProduct", "9230"), ("serial", serial)] {
            guard let text else { continue }
            try Data("\(text)\n".utf8).write(to: URL(filePath: "\(usb)/\(name)"))
        }
        let identity = CameraIdentity(of: "/dev/video7", fallback: "x", root: root)
        #expect(identity.shortName == id)
        #expect(identity.port == (id.hasSuffix("port1-4") ? nil : "port1-4"))
        #expect(identity.function == "if0")
        let other = CameraIdentity(of: "/dev/video8", fallback: "vivid-platform:0 1", root: root)
        #expect(other.shortName == "vivid-platform:0_1")
        #expect(other.id(among: [identity, other]) == "vivid-platform:0_1")
    }
}

extension FileManager {
    /// A path without links.
    fileprivate func destination(_ path: String) throws -> String {
        try #require(FileNames.resolved(path))
    }
}
