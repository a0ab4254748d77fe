import Glibc
import TestSupport
import Testing

@testable import SystemBus

/// Machines without a bus.
@Suite(.serialized) struct SleepInhibitorTests {
    @Test func `Without a bus there is no lock, and a reason`() throws {
        let scratch = try ScratchDirectory()
        unsafe setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(scratch.file("bus"))", 1)
        defer { unsafe unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
        let error = #expect(throws: BusError.self) {
            _ = try SleepInhibitor.take(program: "overcrank", reason: "test")
        }
        #expect(error?.errno == ENOENT)
        #expect(error?.description == "cannot open the system bus: No such file or directory")
    }
}
