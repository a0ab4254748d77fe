public import MediaTime

/// An edit that cannot be made.
public struct CompositionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A range or instant is not within what is edited.
        case rangeOutside
        /// A target duration is zero or negative.
        case durationNotPositive
        /// Two edits change the same instants.
        case overlap
        /// A time of an edit is a frame number or relative to an anchor, and was not resolved.
        case unresolved
        /// A ramp, a reversed range or a hold cannot be retimed in this way once more.
        case unsupported
        /// A time cannot be expressed exactly.
        case timeOverflow
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What failed, on what.
    public let message: String

    /// The names of the edits that it is about (``Edit/name``); empty where it is about none.
    public let edits: [String]
    /// Where they change the same instants (source time); `nil` for all that is no overlap.
    public let range: TimeRange?

    init(_ code: Code, _ message: String, edits: [String] = [], range: TimeRange? = nil) {
        self.code = code
        self.message = message
        self.edits = edits
        self.range = range
    }

    init(_ overflow: TimeOverflow) {
        self.init(.timeOverflow, "\(overflow)")
    }

    /// The message.
    public var description: String { message }
}
