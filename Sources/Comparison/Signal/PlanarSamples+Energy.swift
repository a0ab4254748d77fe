internal import TimeStretch

extension PlanarSamples {
    /// The samples, with 0 for NaN and infinity: the file of another program may hold them.
    var finite: PlanarSamples {
        channels.allSatisfy { !$0.contains { !$0.isFinite } }
            ? self : PlanarSamples(channels: channels.map { $0.map { $0.isFinite ? $0 : 0 } })
    }

    /// Whether every sample is 0.
    var isSilent: Bool { channels.allSatisfy { $0.allSatisfy { $0 == 0 } } }

    /// The mean of all channels.
    var middle: [Float] {
        guard channelCount > 1 else { return channels[0] }
        let share = 1 / Float(channelCount)
        var mean = channels[0]
        var target = mean.mutableSpan
        for channel in channels.dropFirst() {
            let source = channel.span
            for index in target.indices { target[index] += source[index] }
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
