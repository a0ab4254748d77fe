internal import CSystemd
internal import Glibc

/// Keeps the machine from sleeping, and from being idle, for as long as it lives: a lock of logind's, asked for over D-Bus.
///
/// The lock is an open file. The system takes it back when the program ends, however it ends.
package struct SleepInhibitor: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - program: who has it.
    ///   - reason: why, for people who wonder why the machine does not sleep.
    /// - Returns: the lock.
    /// - Throws: ``BusError`` where there is no bus, no logind, or the user may not have the lock.
    package static func take(program: String, reason: String) throws(BusError) -> SleepInhibitor {
        let bus = try SystemBus()
        let call = try bus.call(
            service: "org.freedesktop.login1",
            object: "/org/freedesktop/login1",
            method: "org.freedesktop.login1.Manager.Inhibit",
            ["sleep:idle", program, reason, "block"]
        )
        return SleepInhibitor(descriptor: try call.descriptor())
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
