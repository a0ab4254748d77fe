internal import Glibc

/// What makes up for the level that frames lose where they are added without being alike, as those of noise are.
///
/// Frames that are some hops apart are as alike as the power of so many. The likeness of few bins is often below zero by
/// chance; without these the mean would be too high.
struct LevelMakeup {
    /// The likenesses that count as what they are.
    private static let likenesses: ClosedRange<Float> = -0.35...1
    /// Into so many steps they are divided, between which gains lie on a line: they are exact to −90 dB.
    private static let steps = 256

    private let gains: [Float]

    /// A curve of gains.
    ///
    /// - Parameters:
    ///   - shares: What part of the level of frames that are the same comes from each of them alone, from pairs that are one apart, from
    ///     pairs two apart, and so on: 1 together.
    ///   - power: How much of the loss is made up for, as a power: 1 for all of it.
    init(shares: [Float], power: Float) {
        let (lowest, highest) = (Self.likenesses.lowerBound, Self.likenesses.upperBound)
        gains = (0...Self.steps + 1).map { step in
            let likeness = min(highest, lowest + Float(step) * (highest - lowest) / Float(Self.steps))
            let gain = 1 / shares.reversed().reduce(0) { $0 * likeness + $1 }.squareRoot()
            return pow(gain, power)
        }
    }

    /// The gain for frames that are so much alike: 1 where they are the same.
    func gain(_ likeness: Float) -> Float {
        let (lowest, highest) = (Self.likenesses.lowerBound, Self.likenesses.upperBound)
        let place = (max(lowest, min(highest, likeness)) - lowest) * (Float(Self.steps) / (highest - lowest))
        let step = Int(place)
        return gains[step] + (place - Float(step)) * (gains[step + 1] - gains[step])
    }
}
