internal import CVideo4Linux

/// One thing that can be set at a device, as its driver describes it.
package struct Control: Hashable, Sendable {
    /// What kind of value it has.
    package enum Kind: Hashable, Sendable {
        case integer, boolean, menu, integerMenu, bitmask, button, text
        /// A heading, an array or a structure: nothing that is set by a number.
        case other
    }

    package let id: UInt32
    package let name: String
    package let kind: Kind
    package let minimum: Int64
    package let maximum: Int64
    package let step: UInt64
    package let defaultValue: Int64
    package let flags: Flags
    /// Whether its value has 64 bits.
    let isWide: Bool

    /// Of the driver's flags, those that matter here.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let disabled = Flags(rawValue: UInt32(V4L2_CTRL_FLAG_DISABLED))
        package static let readOnly = Flags(rawValue: UInt32(V4L2_CTRL_FLAG_READ_ONLY))
        package static let writeOnly = Flags(rawValue: UInt32(V4L2_CTRL_FLAG_WRITE_ONLY))
        package static let inactive = Flags(rawValue: UInt32(V4L2_CTRL_FLAG_INACTIVE))
    }

    init(_ control: v4l2_query_ext_ctrl) {
        id = control.id
        name = String(cArray: control.name)
        kind = control.nr_of_dims > 0 ? .other : Kind(v4l2_ctrl_type(rawValue: control.type))
        minimum = control.minimum
        maximum = control.maximum
        step = control.step
        defaultValue = control.default_value
        flags = Flags(rawValue: control.flags)
        isWide = control.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
    }
}

extension Control.Kind {
    fileprivate init(_ type: v4l2_ctrl_type) {
        self =
            switch type {
            case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_INTEGER64: .integer
            case V4L2_CTRL_TYPE_BOOLEAN: .boolean
            case V4L2_CTRL_TYPE_MENU: .menu
            case V4L2_CTRL_TYPE_INTEGER_MENU: .integerMenu
            case V4L2_CTRL_TYPE_BITMASK: .bitmask
            case V4L2_CTRL_TYPE_BUTTON: .button
            case V4L2_CTRL_TYPE_STRING: .text
            default: .other
            }
    }
}
