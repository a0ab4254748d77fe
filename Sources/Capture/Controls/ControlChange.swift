/// What became of a control that was set.
public struct ControlChange: Hashable, Sendable {
    /// Which one.
    public let control: CameraControl
    /// What was asked for.
    public let requested: Int64
    /// What the driver made of it; `nil` where that cannot be read.
    public let value: Int64?
    /// Whether it was set because another control depends on it, and not because it was asked for.
    public let isImplied: Bool

    /// The control as it is since.
    public var result: CameraControl { control.with(value: value) }

    /// Whether the driver made something else of it.
    public var isRounded: Bool { value.map { $0 != requested } ?? false }
}
