/// How a time is rounded to a coarser scale.
///
/// Every conversion that may lose precision takes one of these by name, so that the reader sees each rounding.
public enum Rounding: Hashable, Sendable, CaseIterable {
    /// Towards negative infinity.
    case down
    /// Towards positive infinity.
    case up
    /// Towards zero.
    case towardZero
    /// To the nearest; a half goes up, towards positive infinity.
    case nearest
}
