internal import Capture

/// `controls --json`.
struct ControlsDocument: Encodable {
    let controls: [ControlDocument]
    let changes: [ControlChangeDocument]
}

/// A control as it is now.
struct ControlDocument: Encodable {
    /// `0x009a0902`.
    let id: String
    let name: String
    let type: String
    let minimum: Int64
    let maximum: Int64
    let step: UInt64
    let defaultValue: Int64
    let value: Int64?
    let inactive: Bool
    let readOnly: Bool
    let items: [Item]

    struct Item: Encodable {
        let value: Int64
        let name: String
    }

    init(_ control: CameraControl) {
        id = Self.hexadecimal(control.id)
        name = control.name
        type = control.kind.rawValue
        minimum = control.minimum
        maximum = control.maximum
        step = control.step
        defaultValue = control.defaultValue
        value = control.value
        inactive = control.isInactive
        readOnly = control.isReadOnly
        items = control.items.map { Item(value: $0.value, name: $0.name) }
    }

    static func hexadecimal(_ id: UInt32) -> String {
        let digits = String(id, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// What became of a control that was set.
struct ControlChangeDocument: Encodable {
    let id: String
    let name: String
    let previous: Int64?
    let requested: Int64
    let value: Int64?
    /// Whether nobody asked for it, but something else needs it.
    let implied: Bool

    init(_ change: ControlChange) {
        id = ControlDocument.hexadecimal(change.control.id)
        name = change.control.name
        previous = change.control.value
        requested = change.requested
        value = change.value
        implied = change.isImplied
    }
}
