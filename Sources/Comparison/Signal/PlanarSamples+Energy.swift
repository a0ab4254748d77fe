internal import TimeStretch

extension PlanarSamples {
    /// The samples, with 0 for NaN and infinity, and none beyond the integers of 32 bits: the file of another program may hold them, and
    /// the squares of greater ones are infinite.
    var limited: PlanarSamples {
        let greatest: Float = 0x1p31
        guard channels.contains(where: { $0.contains { !($0.magnitude <= greatest) } }) else { return self }
        return PlanarSamples(
            channels: channels.map { $0.map { $0.isFinite ? min(max($0, -greatest), greatest) : 0 } }
        )
    }

    /// Whether every sample is 0.
    var isSilent: Bool { channels.allSatisfy { $0.allSatisfy { $0 == 0 } } }

    /// The mean of all channels.
    var middle: [Float] { channelCount > 1 ? middle(over: 0..<frameCount) : channels[0] }

    /// The mean of all channels over a range; where it is out of the samples there is silence.
    func middle(over range: Range<Int>) -> [Float] {
        let share = 1 / Float(channelCount)
        var mean = [Float](repeating: 0, count: range.count)
        var target = mean.mutableSpan
        let inside = range.clamped(to: 0..<frameCount)
        for channel in channels {
            let source = channel.span
            for index in inside { target[index - range.lowerBound] += source[index] }
        }
        for index in target.indices { target[index] *= share }
        return mean
    }

    /// The mean over all channels of the mean of the squares.
    func meanSquare(over range: Range<Int>) -> Double {
        channels.reduce(0) { $0 + $1[range].meanSquare } / Double(channelCount)
    }
}

extension Collection<Float> {
    /// The sum of the squares.
    var energy: Double { reduce(0) { $0 + Double($1) * Double($1) } }

    /// The mean of the squares; 0 where there are no samples.
    var meanSquare: Double { energy / Double(Swift.max(count, 1)) }
}
