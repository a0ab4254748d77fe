internal import CFFmpeg

/// Which of an interlaced frame's two fields was captured first: that of the upper lines or that of the lower ones.
package enum FieldOrder: Hashable, Sendable {
    case upperFirst
    case lowerFirst
}

extension Frame {
    /// The order of the frame's fields, as its decoder says; `nil` where the frame is whole.
    package var fieldOrder: FieldOrder? {
        guard unsafe pointer.pointee.interlaced_frame != 0 else { return nil }
        return unsafe pointer.pointee.top_field_first != 0 ? .upperFirst : .lowerFirst
    }

    /// Says that the frame has two fields. An order that it states itself stays.
    package func markFields(_ order: FieldOrder) {
        guard unsafe pointer.pointee.interlaced_frame == 0 else { return }
        unsafe pointer.pointee.interlaced_frame = 1
        unsafe pointer.pointee.top_field_first = order == .upperFirst ? 1 : 0
    }
}
