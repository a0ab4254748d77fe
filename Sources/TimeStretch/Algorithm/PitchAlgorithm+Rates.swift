internal import Glibc
public import MediaTime

extension PitchAlgorithm {
    /// Why an algorithm cannot play a part of a map.
    public enum Obstacle: Hashable, Sendable {
        /// The algorithm does not play this rate.
        case rate(PitchAlgorithm, PlaybackRate)
        /// The algorithm plays no rate that changes, and this one does, from the first to the second.
        case ramp(PitchAlgorithm, from: PlaybackRate, to: PlaybackRate)
    }

    /// What keeps the algorithm from playing a part of a map; `nil` where it can.
    public func obstacle(to curve: RateCurve) -> Obstacle? {
        let (from, to) = curve.ends
        if !curve.isConstant, !abilities.playsRamps { return .ramp(self, from: from, to: to) }
        // All other rates of a curve lie between its ends.
        return [from, to].first { !plays($0) }.map { .rate(self, $0) }
    }

    /// What keeps the algorithm from playing a map: the first obstacle in it; `nil` where there is none.
    ///
    /// - Complexity: O(*n*) in the number of pieces.
    func firstObstacle(in map: SampleMap) -> Obstacle? {
        for piece in map.pieces {
            if let obstacle = obstacle(to: piece.curve) { return obstacle }
        }
        return nil
    }

    /// Whether the algorithm can play a part of a map at that rate.
    public func plays(_ rate: PlaybackRate) -> Bool {
        switch abilities.rates {
        case .any: true
        case .within(let range): range.contains(rate)
        case .only(let rates): rates.contains(rate)
        }
    }

    /// Whether the algorithm can play all of a map.
    ///
    /// - Complexity: O(*n*) in the number of pieces.
    public func plays(_ map: SampleMap) -> Bool { firstObstacle(in: map) == nil }

    /// The rate that the algorithm plays instead of another: the nearest by ratio where it has only some rates, and the
    /// rate itself where it has a range of them. Video and audio both have to follow it.
    public func snapped(_ rate: PlaybackRate) -> PlaybackRate {
        guard case .only(let rates) = abilities.rates else { return rate }
        func distance(_ other: PlaybackRate) -> Double { log(other.approximation / rate.approximation).magnitude }
        return rates.min { distance($0) < distance($1) } ?? rate
    }
}

extension PitchAlgorithm.Obstacle: CustomStringConvertible {
    /// A sentence for people, which names the rates that would do.
    public var description: String {
        switch self {
        case .ramp(let algorithm, let from, let to):
            "\(algorithm.rawValue) plays no ramps, and there is one from \(from) to \(to)"
        case .rate(let algorithm, let rate):
            switch algorithm.abilities.rates {
            case .any:
                "\(algorithm.rawValue) does not play rate \(rate)"
            case .within(let range):
                "\(algorithm.rawValue) does not reach rate \(rate): only \(range.lowerBound) to \(range.upperBound)"
            case .only(let rates):
                "\(algorithm.rawValue) does not play rate \(rate), only "
                    + rates.map(\.description).joined(separator: ", ")
            }
        }
    }
}
