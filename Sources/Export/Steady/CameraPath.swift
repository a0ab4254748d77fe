internal import Glibc

/// The way of a camera through frames that follow one another without a cut.
struct CameraPath: Hashable, Sendable {
    /// When each frame is presented, in seconds of the source, ascending.
    private(set) var instants: [Double] = []
    /// What brings each frame's scene to where it lies in the first frame.
    private(set) var places: [FrameMotion] = []

    /// Adds the next frame.
    mutating func append(_ place: FrameMotion, at instant: Double) {
        instants.append(instant)
        places.append(place)
    }

    /// How each frame is to be moved so that the camera's way is smooth: to the line through its neighbours, which are weighted by
    /// a Gaussian (local linear regression). A line keeps a pan as it is, at both ends, too. Towards the ends, where neighbours are
    /// on one side only, the Gaussian becomes three times as wide: there, shaking would be left otherwise.
    ///
    /// - Parameter seconds: The Gaussian's standard deviation.
    /// - Returns: A movement for each frame.
    /// - Complexity: O(frames · frames within three standard deviations).
    func corrections(smoothing seconds: Double) -> [FrameMotion] {
        guard let first = instants.first, let last = instants.last else { return [] }
        return instants.indices.map { index in
            let instant = instants[index]
            let nearEnd = max(0, 1 - min(instant - first, last - instant) / (3 * seconds))
            let spread = seconds * (1 + 2 * nearEnd)
            var (w, wt, wtt) = (0.0, 0.0, 0.0)
            var (p, pt) = (FrameMotion.none, FrameMotion.none)
            var other = instants.firstIndex(notBelow: instant - 3 * spread)
            while other < places.count, instants[other] <= instant + 3 * spread {
                let time = (instants[other] - instant) / spread
                let weight = exp(-time * time / 2)
                (w, wt, wtt) = (w + weight, wt + weight * time, wtt + weight * time * time)
                p = p + places[other] * weight
                pt = pt + places[other] * (weight * time)
                other += 1
            }
            let determinant = w * wtt - wt * wt
            guard determinant > 1e-12 * w * w else { return .none }
            let smooth = (p * wtt - pt * wt) * (1 / determinant)
            return places[index].then(smooth.inverse)
        }
    }
}

extension [Double] {
    /// The first of ascending values that is not below a limit; the count where all are.
    func firstIndex(notBelow limit: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
