internal import MediaTime

/// Where a frame was made between two of the source.
struct MadePlace: Equatable, Sendable {
    private static let whole = 65536.0

    /// When the second one is presented (asset time); played backwards, that is before the first one.
    let next: RationalTime
    /// How far it is from the first to the second, in 65,536ths.
    let share: Int

    /// How long after the first one it is at most, in seconds of the source.
    func seconds(after first: RationalTime) -> Double { part(of: next.seconds - first.seconds) }

    /// So much of the way from the first one to the second at most: a share is rounded to the nearest, so half a step is added. What is a
    /// whole number exactly does not become the one below it where it is rounded down.
    func part(of way: Double) -> Double { (way * Double(share) + way.magnitude / 2) / Self.whole }
}
