import FoundationEssentials
import TestSupport
import Testing

@testable import Capture

/// Cameras that say the same of themselves are told apart.
@Suite struct CameraNamesTests {
    /// A system with nodes of USB cameras, each with a serial number, at a port, of a function.
    private static func entries(
        _ nodes: [(serial: String?, port: String, function: Int, index: Int)]
    ) throws -> [CameraNames.Entry] {
        let scratch = try ScratchDirectory()
        let files = FileManager.default
        let root = try #require(FileNames.resolved(scratch.path))
        func write(_ text: String, to path: String) throws { try Data("\(text)\n".utf8).write(to: URL(filePath: path)) }
        for (number, node) in nodes.enumerated() {
            let device = "\(root)/devices/usb1/\(node.port)"
            let function = "\(device)/\(node.port):1.\(node.function)"
            let entry = "\(root)/class/video4linux/video\(number)"
            for path in [function, entry] { try files.createDirectory(atPath: path, withIntermediateDirectories: true) }
            try files.createSymbolicLink(atPath: "\(entry)/device", withDestinationPath: function)
            try write("05a3", to: "\(device)/idVendor")
            try write("9230", to: "\(device)/idProduct")
            if let serial = node.serial { try write(serial, to: "\(device)/serial") }
            try write("\(node.index)", to: "\(entry)/index")
        }
        let identities = nodes.indices.map { CameraIdentity(of: "/dev/video\($0)", fallback: "", root: root) }
        return identities.enumerated().map { number, identity in
            CameraNames.Entry(
                info: CaptureDeviceInfo(
                    id: identity.id(among: identities),
                    name: "Camera",
                    driver: "uvcvideo",
                    bus: "usb-0000:00:14.0-\(nodes[number].port.dropFirst(2))",
                    node: "/dev/video\(number)"
                ),
                identity: identity
            )
        }
    }

    @Test func `What is unique stays as it is`() throws {
        let entries = try Self.entries([("A", "1-1", 0, 0), ("B", "1-2", 0, 0), ("B", "1-2", 0, 1), (nil, "1-3", 0, 0)])
        #expect(
            entries.map(\.info.id) == [
                "usb-05a3:9230-A", "usb-05a3:9230-B", "usb-05a3:9230-B-1", "usb-05a3:9230-port1-3",
            ]
        )
    }

    @Test func `One serial number at two ports`() throws {
        let entries = try Self.entries([("SN0001", "1-1", 0, 0), ("SN0001", "1-2.3", 0, 0), ("C", "1-4", 0, 0)])
        let ids = ["usb-05a3:9230-SN0001-port1-1", "usb-05a3:9230-SN0001-port1-2.3", "usb-05a3:9230-C"]
        #expect(entries.map(\.info.id) == ids)
        for (number, id) in ids.enumerated() {
            #expect(try CameraNames.camera(id, among: entries)?.node == "/dev/video\(number)")
        }
        let error = #expect(throws: CaptureError.self) {
            try CameraNames.camera("usb-05a3:9230-SN0001", among: entries)
        }
        #expect(error?.code == .noDevice)
        #expect(
            error?.message
                == "usb-05a3:9230-SN0001 may be each of 2 cameras: usb-05a3:9230-SN0001-port1-1 (/dev/video0), "
                + "usb-05a3:9230-SN0001-port1-2.3 (/dev/video1)"
        )
    }

    @Test func `Two functions of one device, with and without a serial number`() throws {
        for (serial, name) in [("RS", "RS"), (nil, "port1-1")] as [(String?, String)] {
            let entries = try Self.entries([(serial, "1-1", 0, 0), (serial, "1-1", 3, 0), (serial, "1-1", 3, 1)])
            #expect(
                entries.map(\.info.id) == [
                    "usb-05a3:9230-\(name)-if0", "usb-05a3:9230-\(name)-if3", "usb-05a3:9230-\(name)-1",
                ]
            )
        }
    }

    @Test func `Two such devices of one serial number`() throws {
        let entries = try Self.entries([("S", "1-1", 0, 0), ("S", "1-1", 2, 0), ("S", "1-2", 0, 0), ("S", "1-2", 2, 0)])
        #expect(Set(entries.map(\.info.id)).count == 4)
        #expect(entries[3].info.id == "usb-05a3:9230-S-port1-2-if2")
        #expect(try CameraNames.camera("usb-05a3:9230-S-port1-2-if2", among: entries)?.node == "/dev/video3")
        #expect(throws: CaptureError.self) { try CameraNames.camera("usb-05a3:9230-S-if2", among: entries) }
        #expect(throws: CaptureError.self) { try CameraNames.camera("usb-05a3:9230-S-port1-1", among: entries) }
    }

    @Test func `A long id means its camera when the other one is away, and no other camera`() throws {
        let alone = try Self.entries([("SN0001", "1-1", 0, 0)])
        #expect(alone[0].info.id == "usb-05a3:9230-SN0001")
        #expect(try CameraNames.camera("usb-05a3:9230-SN0001", among: alone) != nil)
        #expect(try CameraNames.camera("usb-05a3:9230-SN0001-port1-1", among: alone) != nil)
        #expect(try CameraNames.camera("usb-05a3:9230-SN0001-port1-2", among: alone) == nil)
    }

    @Test func `Of several the one is meant that is not in use here, and that is where it was`() throws {
        let entries = try Self.entries([("S", "1-1", 0, 0), ("S", "1-2", 0, 0), ("S", "1-3", 0, 0)])
        func node(at place: String?, _ held: Set<String>) throws -> String? {
            try CameraNames.camera("usb-05a3:9230-S", at: place, among: entries, held: held)?.node
        }
        #expect(try node(at: "usb-0000:00:14.0-2", []) == "/dev/video1")
        #expect(try node(at: nil, ["/dev/video0", "/dev/video1"]) == "/dev/video2")
        #expect(try node(at: "usb-0000:00:14.0-1", ["/dev/video0", "/dev/video1"]) == "/dev/video2")
        #expect(try node(at: "usb-0000:00:14.0-3", ["/dev/video0"]) == "/dev/video2")
        #expect(throws: CaptureError.self) { try node(at: "usb-0000:00:14.0-9", ["/dev/video0"]) }
        // Where all are in use, it is said of the one that is asked for.
        #expect(
            try CameraNames.camera(entries[0].info.id, among: entries, held: ["/dev/video0"])?.node == "/dev/video0"
        )
    }
}
