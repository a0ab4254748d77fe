/// A value for a control.
public struct ControlSetting: Hashable, Sendable {
    /// Which one, by the number that drivers know.
    public let id: UInt32
    /// What it is to be.
    public let value: Int64

    /// A value for a control.
    public init(id: UInt32, value: Int64) {
        self.id = id
        self.value = value
    }
}
