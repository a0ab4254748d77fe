/// What happens to the part of a time that a coarser scale cannot express.
///
/// Every conversion that may lose something takes one of these by name, so that no rounding is an accident.
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
