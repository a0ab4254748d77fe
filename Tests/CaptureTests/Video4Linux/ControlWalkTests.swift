import CVideo4Linux
import Glibc
import Testing

@testable import Video4Linux

/// A driver's list of controls, also where some of them cannot be asked.
@Suite struct ControlWalkTests {
    /// A driver with controls, some of which fail: for good, or so many times.
    private final class Driver {
        let ids: [UInt32]
        var faults: [UInt32: (errno: Int32, times: Int)]
        private(set) var questions = 0

        init(_ ids: [UInt32], _ faults: [UInt32: (errno: Int32, times: Int)] = [:]) {
            self.ids = ids.sorted()
            self.faults = faults
        }

        func query(_ id: UInt32) throws(Video4LinuxError) -> Control? {
            questions += 1
            let number = id & ~oc_ctrl_next
            let found = id == number ? ids.first { $0 == number } : ids.first { $0 > number }
            guard let found else { return nil }
            if let fault = faults[found], fault.times > 0 {
                faults[found]?.times -= 1
                throw Video4LinuxError("VIDIOC_QUERY_EXT_CTRL", on: "/dev/video0", errno: fault.errno)
            }
            var description = v4l2_query_ext_ctrl()
            description.id = found
            return Control(description)
        }

        var listed: [UInt32] {
            get throws { try ControlWalk.controls { id throws(Video4LinuxError) in try query(id) }.map(\.id) }
        }
    }

    /// Brightness, contrast, saturation and hue, one of a driver's own, exposure, and a maker's.
    private static let ids: [UInt32] = [
        0x0098_0900, 0x0098_0901, 0x0098_0902, 0x0098_0903, 0x0098_1910, 0x009A_0901, 0x009A_0902, 0x0A04_6D04,
    ]

    @Test func `All are listed, with one question each`() throws {
        let driver = Driver(Self.ids)
        #expect(try driver.listed == Self.ids)
        #expect(driver.questions == Self.ids.count + 1)
    }

    @Test(arguments: ids.dropLast(), [EIO, EPIPE, EBUSY, ETIMEDOUT, EILSEQ, EPROTO])
    func `One that fails is left out, and no other`(broken: UInt32, errno: Int32) throws {
        let driver = Driver(Self.ids, [broken: (errno, .max)])
        #expect(try driver.listed == Self.ids.filter { $0 != broken })
    }

    @Test func `One that fails once is there`() throws {
        #expect(try Driver(Self.ids, [0x0098_0902: (EBUSY, 1)]).listed == Self.ids)
    }

    @Test func `Of a maker's own number nothing behind it is found`() throws {
        let driver = Driver(Self.ids + [0x0A04_6D05], [0x0A04_6D04: (EIO, .max)])
        #expect(try driver.listed == Self.ids.dropLast())
    }

    @Test func `Where all fail there are none, after some questions`() throws {
        let ids = (0..<200).map { 0x0098_0900 + UInt32($0) }
        let driver = Driver(ids, Dictionary(uniqueKeysWithValues: ids.map { ($0, (ETIMEDOUT, .max)) }))
        #expect(try driver.listed.isEmpty)
        let failures = driver.faults.values.reduce(0) { $0 + (.max - $1.times) }
        #expect(failures < 40, "each may take seconds")
    }

    @Test(arguments: [ENODEV, ENXIO]) func `A camera that is gone is an error`(errno: Int32) {
        #expect(throws: Video4LinuxError.self) { try Driver(Self.ids, [0x0098_0902: (errno, .max)]).listed }
        let error = Video4LinuxError("VIDIOC_QUERYMENU", on: "/dev/video0", errno: errno)
        #expect(throws: Video4LinuxError.self) {
            try unlessGone { () throws(Video4LinuxError) -> Int? in throw error }
        }
    }

    @Test(arguments: [EIO, EILSEQ, EREMOTE, ERANGE, EPROTO, EACCES]) func `Of what fails there is nothing`(errno: Int32)
        throws
    {
        let error = Video4LinuxError("VIDIOC_G_EXT_CTRLS", on: "/dev/video0", errno: errno)
        #expect(try unlessGone { () throws(Video4LinuxError) -> Int? in throw error } == nil)
    }

    @Test func `A driver that goes in circles comes to an end`() throws {
        var description = v4l2_query_ext_ctrl()
        description.id = 0x0098_0900
        let control = Control(description)
        #expect(try ControlWalk.controls { _ in control } == [control])
    }
}
