/// A finished file of a series.
struct SeriesFile: Hashable, Sendable {
    /// Its name in the series' folder.
    let name: String
    /// When it begins, in nanoseconds since 1970, as the clock stood then.
    let start: Int64
    /// When it was there, in nanoseconds since the system was started.
    let seen: Int64
    /// Its length.
    let bytes: UInt64
    /// Whether somebody wants to keep it.
    var isMarked = false
}
