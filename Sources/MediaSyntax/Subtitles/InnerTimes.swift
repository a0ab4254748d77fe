/// How the instants within a subtitle move when it is shown at another speed, or from a later instant on. All of them are in microseconds.
package struct InnerTimes {
    /// How long the subtitle is shown in the source; `nil` where that is not known.
    let length: Int64?
    /// How long it is shown afterwards; `nil` as ``length``.
    let newLength: Int64?
    /// Until when it can be shown afterwards, counted from where it begins; `nil` where nothing cuts it.
    let limit: Int64?
    /// Where an instant lies afterwards. It is counted from where the subtitle begins in the source, and the result from where it begins
    /// afterwards: what lies before that is negative.
    let place: (Int64) -> Int64
    /// How many times as long what is played of it takes afterwards.
    let stretch: () -> Double

    /// The map of a subtitle's instants, which grows with them, and how many times as long what is played of it takes.
    package init(
        length: Int64?,
        newLength: Int64?,
        limit: Int64? = nil,
        stretch: @escaping () -> Double,
        place: @escaping (Int64) -> Int64
    ) {
        (self.length, self.newLength, self.limit) = (length, newLength, limit)
        (self.stretch, self.place) = (stretch, place)
    }

    /// Where an instant lies afterwards, in units of so many microseconds, to the nearest one; a half is rounded away from zero.
    func place(_ microseconds: Int64, unit: Int64) -> Int64 { Self.rounded(place(microseconds), by: unit) }

    /// Where an instant lies afterwards at which the subtitle disappears, and not before it begins: at the limit at the latest.
    func placeOfEnd(_ microseconds: Int64) -> Int64 { max(0, min(place(microseconds), limit ?? .max)) }

    static func rounded(_ microseconds: Int64, by unit: Int64) -> Int64 {
        let half = microseconds < 0 ? -(unit / 2) : unit / 2
        let (sum, overflows) = microseconds.addingReportingOverflow(half)
        return (overflows ? microseconds : sum) / unit
    }

    /// So many microseconds before or behind where a subtitle begins nothing of it lies: centuries.
    static let farthest: Int64 = 1 << 54
}
