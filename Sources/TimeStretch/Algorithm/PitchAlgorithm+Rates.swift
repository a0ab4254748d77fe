internal import Glibc
public import MediaTime

extension PitchAlgorithm {
    /// The algorithms that keep the pitch and those that follow any map slow down and speed up by at most this.
    public static let maximumFactor: Int64 = 32

    /// The only rates of ``lowLatency``.
    public static let lowLatencyRates: [PlaybackRate] = [(1, 2), (2, 3), (4, 5), (1, 1), (5, 4), (3, 2), (2, 1)]
        .compactMap { PlaybackRate($0, $1) }

    /// Whether the algorithm can play a part at that rate.
    public func plays(_ rate: PlaybackRate) -> Bool {
        switch self {
        case .mute: true
        case .lowLatency: Self.lowLatencyRates.contains(rate)
        default: Self.reaches(rate)
        }
    }

    /// Whether the algorithm can play a map.
    public func plays(_ map: SampleMap) -> Bool { (try? check(map)) != nil }

    private static func reaches(_ rate: PlaybackRate) -> Bool {
        rate.denominator <= rate.numerator.multipliedClamped(by: maximumFactor)
            && rate.numerator <= rate.denominator.multipliedClamped(by: maximumFactor)
    }

    /// The rate that the algorithm plays instead of another: for ``lowLatency`` the nearest of its own by ratio, for
    /// all others the rate itself. Video and audio both have to follow it.
    public func snapped(_ rate: PlaybackRate) -> PlaybackRate {
        guard self == .lowLatency else { return rate }
        func distance(_ other: PlaybackRate) -> Double { log(other.approximation / rate.approximation).magnitude }
        return Self.lowLatencyRates.min { distance($0) < distance($1) } ?? rate
    }

    /// Refuses a map whose rates the algorithm does not reach.
    func check(_ map: SampleMap) throws(TimeStretchError) {
        guard self != .mute else { return }
        for rate in [map.rates.lowerBound, map.rates.upperBound]
        where !Self.reaches(rate) {
            throw TimeStretchError(
                .rate,
                "\(rawValue) does not reach rate \(rate): only 1/\(Self.maximumFactor) to \(Self.maximumFactor)"
            )
        }
        guard self == .lowLatency else { return }
        for curve in map.pieces.map(\.curve) {
            guard curve.isConstant else {
                throw TimeStretchError(.rate, "\(rawValue) plays no ramps")
            }
            let rate = curve.ends.0
            guard plays(rate) else {
                let rates = Self.lowLatencyRates.map(\.description).joined(separator: ", ")
                throw TimeStretchError(
                    .rate,
                    "\(rawValue) does not play rate \(rate), only \(rates): the nearest is \(snapped(rate))"
                )
            }
        }
    }
}

extension Int64 {
    /// The product, or the greatest number.
    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
