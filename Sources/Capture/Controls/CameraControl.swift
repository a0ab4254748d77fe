/// One thing that can be set at a camera.
public struct CameraControl: Hashable, Sendable {
    /// What kind of value it has. All but `text` and `other` are numbers.
    public enum Kind: String, Hashable, Sendable {
        /// A number within bounds.
        case integer
        /// 0 or 1.
        case boolean
        /// One of some values that have names.
        case menu
        /// One of some values that stand for other numbers.
        case integerMenu
        /// Bits.
        case bitmask
        /// Something that happens when it is set.
        case button
        /// Characters; shown, not set.
        case text
        /// Anything else; shown, not set.
        case other
    }

    /// One value of a menu.
    public struct Item: Hashable, Sendable {
        /// The value.
        public let value: Int64
        /// What it means, in the driver's words, or the number that it stands for.
        public let name: String
    }

    /// The number by which drivers know it.
    public let id: UInt32
    /// The name by which it is set: the driver's title in small letters, with `_` for all else.
    public let name: String
    /// What kind of value it has.
    public let kind: Kind
    /// The smallest value.
    public let minimum: Int64
    /// The largest value.
    public let maximum: Int64
    /// From one value to the next.
    public let step: UInt64
    /// What the driver starts with.
    public let defaultValue: Int64
    /// What is set now; `nil` where that cannot be read.
    public let value: Int64?
    /// Whether it has no effect as long as another control is as it is.
    public let isInactive: Bool
    /// Whether it can only be read.
    public let isReadOnly: Bool
    /// The values of a menu.
    public let items: [Item]

    /// The values between which it is set; `nil` where the driver does not know: some report a largest value below the smallest.
    var bounds: ClosedRange<Int64>? { minimum <= maximum ? minimum...maximum : nil }

    /// Whether it is the zoom of a lens.
    public var isZoom: Bool { id == ControlID.zoom }

    /// The same control with another value.
    func with(value: Int64?, isInactive: Bool = false) -> CameraControl {
        CameraControl(
            id: id,
            name: name,
            kind: kind,
            minimum: minimum,
            maximum: maximum,
            step: step,
            defaultValue: defaultValue,
            value: value,
            isInactive: isInactive,
            isReadOnly: isReadOnly,
            items: items
        )
    }

    /// The value nearest to a number that it can have, as far as its bounds and its step say.
    func nearest(to number: Int64) -> Int64 {
        guard let bounds else { return number }
        let clamped = min(max(number, bounds.lowerBound), bounds.upperBound)
        guard step > 1, let step = Int64(exactly: step) else { return clamped }
        let (offset, overflow) = clamped.subtractingReportingOverflow(minimum)
        guard !overflow else { return clamped }
        let rest = offset % step
        let lower = clamped - rest
        let (room, isWide) = maximum.subtractingReportingOverflow(lower)
        // There may be no whole step up to the maximum.
        return rest >= step - rest && (isWide || room >= step) ? lower + step : lower
    }

    /// Whether it has a value that can be set.
    var isSettable: Bool { !isReadOnly && kind != .text && kind != .other }
}
