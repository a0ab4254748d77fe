public import MediaTime

/// A control that was changed while a recording ran.
public struct RecordedControlChange: Hashable, Sendable {
    /// Why it was changed.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The caller of the recorder set it.
        case asked
        /// Another control that was set needs it, or a change was taken back.
        case implied
        /// It is a step of a ramp.
        case ramp
        /// The camera set it by itself.
        case automatic
        /// Somebody else set it.
        case elsewhere
    }

    /// The number by which drivers know the control.
    public let id: UInt32
    /// Its name, as in ``CameraControl``.
    public let name: String
    /// What was set before; `nil` where that is not known.
    public let previous: Int64?
    /// What is set now; `nil` where that cannot be read.
    public let value: Int64?
    /// When the driver had taken it, by the system's monotonic clock. Cameras need a frame or a few until frames show it.
    public let instant: RationalTime
    /// Why it was changed.
    public let cause: Cause
}
