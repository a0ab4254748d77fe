internal import CSystemd
internal import Glibc

/// A connection to the system's message bus.
@safe
final class SystemBus {
    private let bus: OpaquePointer
    /// How long an answer is waited for, in microseconds.
    private static let patience: UInt64 = 2_000_000

    init() throws(BusError) {
        var opened: OpaquePointer?
        let code = unsafe sd_bus_open_system(&opened)
        guard code >= 0, let opened = unsafe opened else { throw BusError("open the system bus", code: code) }
        unsafe bus = opened
    }

    deinit { unsafe sd_bus_flush_close_unref(bus) }

    /// Calls a method, with the name of its interface before it, with texts, and waits for the answer.
    func call(service: String, object: String, method: String, _ texts: [String]) throws(BusError) -> BusMessage {
        let parts = method.split(separator: ".")
        let interface = parts.dropLast().joined(separator: ".")
        var created: OpaquePointer?
        try check(
            unsafe sd_bus_message_new_method_call(bus, &created, service, object, interface, String(parts.last ?? "")),
            "call \(method)"
        )
        let message = unsafe BusMessage(created)
        for text in texts {
            try check(
                unsafe sd_bus_message_append_basic(message.pointer, CChar(UInt8(ascii: "s")), text),
                "call \(method)"
            )
        }
        var answer: OpaquePointer?
        try check(unsafe sd_bus_call(bus, message.pointer, Self.patience, nil, &answer), "call \(method)")
        return unsafe BusMessage(answer)
    }
}

/// A message of the bus.
@safe
final class BusMessage {
    let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe sd_bus_message_unref(pointer) }

    /// The open file that comes next in it. The caller closes it.
    func descriptor() throws(BusError) -> Int32 {
        // It belongs to the message.
        var lent: Int32 = -1
        try check(unsafe sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "h")), &lent), "read the answer")
        let own = fcntl(lent, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw BusError("keep the answer", code: -errno) }
        return own
    }
}

/// Throws unless the code is zero or positive.
private func check(_ code: Int32, _ operation: String) throws(BusError) {
    guard code >= 0 else { throw BusError(operation, code: code) }
}
