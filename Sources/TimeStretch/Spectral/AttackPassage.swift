internal import Glibc

/// What an attack's own frame shows: the source as it is, with the attack at its centre.
struct AttackPassage {
    /// How many samples before the attack, and heard behind it, belong to it.
    let before: Int
    let behind: Int
    /// How far behind the attack the map is in the source, so many samples behind it in the target: not farther.
    let place: (Int64) -> Double

    private let half: Int
    private let hop: Int
    /// Samples to the first frame behind the attack's own.
    private let step: Int
    /// From how far before the attack, and behind it, on the frames one, two, three … hops away are heard.
    private let starts: [(before: Double, behind: Double)]

    /// - Parameters:
    ///   - size: Samples of a frame.
    ///   - hop: Samples from one frame to the next.
    ///   - step: Samples from the attack to the first frame behind it; the others follow at hops.
    ///   - room: What of the frame belongs to the attack, counted from it; `nil` for all of it.
    ///   - clear: Samples behind the attack that other frames leave out.
    ///   - rise: Samples before the attack that they leave out.
    ///   - place: See `place`.
    init(
        size: Int,
        hop: Int,
        step: Int,
        room: ClosedRange<Double>?,
        clear: Double,
        rise: Double,
        place: @escaping (Int64) -> Double
    ) {
        half = size / 2
        self.hop = hop
        self.step = step
        before = min(half, max(0, Int(-(room?.lowerBound ?? -Double(half)))))
        behind = min(Int(Self.audible * Float(half)), max(0, Int(room?.upperBound ?? Double(half))))
        self.place = place
        // They are cut off where the source, or the target, reaches the attack.
        starts = (1...max(1, size / hop)).map { index in
            let (distance, following) = (index * hop, step + (index - 1) * hop)
            let reached = Double(distance) - place(Int64(distance))
            return (reached + rise, Double(following) - place(Int64(following)) + clear)
        }
    }

    /// The part of the output that comes from the frame, so far behind the attack, or before it, in samples of the target: 0 to 1.
    /// Frames before it are taken to follow at their hops.
    func share(atDistance distance: Int) -> Float {
        let (own, place) = (weight(distance), abs(distance))
        guard Float(place) < Self.audible * Float(half) else { return 0 }
        let others = starts.indices.reduce(Float(0)) { sum, index in
            let start = distance < 0 ? starts[index].before : starts[index].behind
            return Double(place) > start ? sum + weight(place - (distance < 0 ? hop : step) - index * hop) : sum
        }
        return own / (own + others)
    }

    /// The part of half a frame in which it is heard: farther out its weight is below 0.01.
    private static let audible: Float = 0.8

    /// The weight of a frame, so far from its centre: the square of Hann's window.
    private func weight(_ distance: Int) -> Float {
        guard abs(distance) < half else { return 0 }
        let window = 0.5 + 0.5 * cos(.pi * Float(distance) / Float(half))
        return window * window
    }
}
